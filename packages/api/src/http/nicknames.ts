import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { walletAddress } from '../values.ts';

/** A page of a leaderboard and the caller's own row. */
const MAX_WALLETS = 101;

export const nicknames = endpoint({
  method: 'GET',
  path: '/auth/nicknames',
  auth: 'none',
  summary: 'The nicknames of wallets, by wallet in lower case; those without one are left out',
  query: z.strictObject({
    wallets: z
      .pipe(
        z.pipe(
          z.string().check(z.maxLength(MAX_WALLETS * 43, `must name at most ${MAX_WALLETS} wallets`)),
          z.transform((text) => text.split(',')),
        ),
        z.array(walletAddress).check(z.maxLength(MAX_WALLETS, `must name at most ${MAX_WALLETS} wallets`)),
      )
      .check(z.describe('Addresses with commas between them')),
  }),
  data: z.object({ nicknames: z.record(z.string(), z.string()) }),
});
