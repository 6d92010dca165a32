import { tokenAmount, walletAddress } from '@touchline/api/values';
import { z } from 'zod';

/** Comma-separated RPC URLs; all of them are queried, because any may lag or be down. */
export const rpcUrls = z
  .string()
  .transform((text) => text.split(',').map((url) => url.trim()))
  .pipe(z.array(z.url({ protocol: /^https?$/ })).min(1));

/** Paths of RPCs that hold no key. */
const PUBLIC_PATHS = new Set(['/', '/public']);

/** What of an RPC's address may be a key: credentials, a path, a query. */
export function secretsOfRpc(address: string): string[] {
  const { username, password, pathname, search } = new URL(address);
  const path = PUBLIC_PATHS.has(pathname) ? '' : pathname;
  return [username, password, path, search].filter((part) => part.length > 1);
}

/** Variables of a service that verifies payments; spread them into `serviceEnv.extend`. */
export const chainVariables = {
  RPC_URL: rpcUrls,
  CHAIN_ID: z.coerce.number().int().positive().default(480),
  TOKEN_ADDRESS: walletAddress,
  /** Confirmations before a transfer counts, its own block included. */
  PAYMENT_CONFIRMATIONS: z.coerce.number().int().min(1).default(5),
  /** Whole FOOTBALL tokens; smaller transfers are dust: counted, never listed as owed back. */
  SMALLEST_TRANSFER: tokenAmount.default('1'),
};
