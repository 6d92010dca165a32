import { z } from 'zod/mini';
import { event } from '../event.ts';

/** The subjects of this file, for a consumer of all of them. */
export const AUTH_SUBJECTS = 'auth.>';

/** A session ended before its time: sign-out, reuse of a refresh token, or a new sign-in in the same browser. */
export const sessionEnded = event('auth.session.ended', z.object({ session: z.string() }));

/** Every session of a wallet that began at `before` (epoch ms) or earlier has ended. */
export const walletEnded = event('auth.wallet.ended', z.object({ wallet: z.string(), before: z.number() }));
