import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { walletAddress } from '../values.ts';

/** A page of a leaderboard and the user's own row. */
const MAX_WALLETS = 101;

export const nicknames = endpoint({
  method: 'GET',
  path: '/auth/nicknames',
  auth: 'none',
  summary: 'Nicknames by wallet in lower case. Wallets without a nickname are omitted',
  query: z.strictObject({
    wallets: z
      .pipe(
        z.pipe(
          z.string().check(z.maxLength(MAX_WALLETS * 43, `must have at most ${MAX_WALLETS} wallets`)),
          z.transform((text) => text.split(',')),
        ),
        z.array(walletAddress).check(z.maxLength(MAX_WALLETS, `must have at most ${MAX_WALLETS} wallets`)),
      )
      .check(z.describe('Wallet addresses, separated by commas')),
  }),
  data: z.object({ nicknames: z.record(z.string(), z.string()) }),
});
