import { z } from 'zod/mini';
import { event } from '../event.ts';

/** Matches all subjects of this file. */
export const AUTH_SUBJECTS = 'auth.>';

/** A session ended early: sign-out, reuse of a refresh token, or a new sign-in in the same browser. */
export const sessionEnded = event('auth.session.ended', z.object({ session: z.string() }));

/** All sessions of a wallet that started at or before `before` (epoch ms) have ended. */
export const walletEnded = event('auth.wallet.ended', z.object({ wallet: z.string(), before: z.number() }));
