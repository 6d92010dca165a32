import { walletAddress } from '@touchline/api/values';
import { z } from 'zod';

/** Comma-separated RPC addresses: every one is asked, because one may lag behind or be down. */
export const rpcUrls = z
  .string()
  .transform((text) => text.split(',').map((url) => url.trim()))
  .pipe(z.array(z.url({ protocol: /^https?$/ })).min(1));

/** What a service that verifies payments reads from its environment; spread it into `serviceEnv.extend`. */
export const chainVariables = {
  RPC_URL: rpcUrls,
  CHAIN_ID: z.coerce.number().int().positive().default(480),
  TOKEN_ADDRESS: walletAddress,
  /** Blocks that a transfer lies deep before it counts, its own included. */
  PAYMENT_CONFIRMATIONS: z.coerce.number().int().min(1).default(5),
};
