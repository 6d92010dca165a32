import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { instant, nickname, nothing, uuid, walletAddress } from '../values.ts';

export const user = z.object({
  wallet_address: z.string(),
  isAdmin: z.boolean(),
  created_at: instant,
  /** Unique; null if the user has not chosen one. */
  nickname: z.nullable(z.string()),
});
export type User = z.infer<typeof user>;

export const challenge = z.object({
  id: uuid,
  /** The EIP-4361 message, written by the server; the wallet signs it unchanged. */
  message: z.string(),
  expires_at: instant,
});

const HEX_SIGNATURE = /^0x(?:[0-9a-fA-F]{2})+$/;

/** First request: only the address. Second request: also the challenge id and its signature (up to 8 kB). */
export const loginBody = z.strictObject({
  wallet_address: walletAddress,
  challenge_id: z.optional(uuid),
  signature: z.optional(
    z
      .string()
      .check(
        z.maxLength(8192, 'is too long for a signature'),
        z.regex(HEX_SIGNATURE, 'must be a signature in hex'),
      ),
  ),
});

export const loginData = z.union([z.object({ token: z.string(), user }), z.object({ challenge })]);

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  auth: 'none',
  summary: 'Sign in with a wallet: request a challenge, then send its signature',
  body: loginBody,
  data: loginData,
  errorCodes: ['FORBIDDEN', 'SIGNATURE_INVALID', 'CHALLENGE_EXPIRED'],
});

export const profile = endpoint({
  method: 'GET',
  path: '/auth/profile',
  auth: 'player',
  summary: 'The signed-in user',
  data: z.object({ user }),
});

export const publicUser = endpoint({
  method: 'GET',
  path: '/auth/user/:wallet',
  auth: 'player',
  summary: 'Public profile of a user',
  params: z.strictObject({ wallet: walletAddress }),
  data: z.object({ user: z.pick(user, { wallet_address: true, created_at: true, nickname: true }) }),
});

export const refresh = endpoint({
  method: 'POST',
  path: '/auth/refresh',
  auth: 'none',
  summary: 'Exchange the refresh cookie for a new access token; the cookie rotates',
  body: nothing,
  data: z.object({ token: z.string(), user }),
  errorCodes: ['FORBIDDEN', 'SESSION_ENDED'],
});

export const logout = endpoint({
  method: 'POST',
  path: '/auth/logout',
  auth: 'none',
  summary: 'End the session',
  body: nothing,
  data: z.object({ ended: z.literal(true) }),
  errorCodes: ['FORBIDDEN'],
});

export const logoutAll = endpoint({
  method: 'POST',
  path: '/auth/logout-all',
  auth: 'player',
  summary: 'End every session of the wallet, in all browsers',
  body: nothing,
  data: z.object({ ended: z.literal(true) }),
  errorCodes: ['FORBIDDEN'],
});

export const setNickname = endpoint({
  method: 'PUT',
  path: '/auth/nickname',
  auth: 'player',
  summary: 'Set the public name, or remove it with null. Names that look alike count as the same name',
  body: z.strictObject({ nickname: z.nullable(nickname) }),
  data: z.object({ user }),
  errorCodes: ['FORBIDDEN', 'NAME_TAKEN'],
});
