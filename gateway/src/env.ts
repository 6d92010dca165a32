import { LIMITS } from '@touchline/api/limits';
import { walletAddress } from '@touchline/api/values';
import { rpcUrls } from '@touchline/service-kit/chain-env';
import { readEnv, serviceEnv } from '@touchline/service-kit/env';
import { z } from 'zod';

const httpUrl = z.url({ protocol: /^https?$/ });
const perMinute = (start: number) => z.coerce.number().int().min(1).default(start);
const onOff = (start: 'true' | 'false') =>
  z
    .enum(['true', 'false'])
    .default(start)
    .transform((text) => text === 'true');

/** JSON text in a variable. */
const json = <S extends z.ZodType>(schema: S, start: string) =>
  z
    .string()
    .default(start)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue('must be JSON');
        return z.NEVER;
      }
    })
    .pipe(schema);

const link = z.union([httpUrl, z.literal('')]).default('');

const gatewayEnv = serviceEnv.omit({ JWKS_URL: true }).extend({
  /** Where visitors find us: names the site in the message they sign, and the only Origin that may use cookies. */
  PUBLIC_URL: httpUrl.transform((text) => new URL(text)),
  SERVICE_FPL_RELAY_URL: httpUrl,
  SERVICE_GAMES_URL: httpUrl,
  SERVICE_STAKING_URL: httpUrl,
  /** The chain for our own questions; PUBLIC_RPC_URL is the one that browsers use, the first of these unless set. */
  RPC_URL: rpcUrls,
  PUBLIC_RPC_URL: httpUrl.optional(),
  CHAIN_ID: z.coerce.number().int().positive().default(480),
  EXPLORER_URL: z.union([httpUrl, z.literal('')]).default('https://worldscan.org'),
  TOKEN_ADDRESS: walletAddress,
  TREASURY_WALLET: walletAddress,
  STAKING_WALLET: walletAddress,
  /** Switches wallets by QR code on; the relay between page and phone is WalletConnect's own unless set. */
  WALLETCONNECT_PROJECT_ID: z.string().optional(),
  WALLETCONNECT_RELAY_URL: z.url({ protocol: /^wss?$/ }).default('wss://relay.walletconnect.org'),
  FEATURE_TOURNAMENTS: onOff('true'),
  FEATURE_PAID_GAMES: onOff('true'),
  LINKS: json(
    z.strictObject({ social: link, analytics: link, white_paper: link, trading_tools: link }),
    '{}',
  ),
  REMOTES_DIR: z.string(),
  /** JSON [{name, version}]: what this deployment wants to be current; the folder made last unless said. */
  REMOTES_SEED: json(z.array(z.object({ name: z.string(), version: z.string() })), '[]'),
  SHELL_DIR: z.string(),
  /** Path of the demo wallet's bundle; only the local platform sets it. */
  DEMO_WALLET_SCRIPT: z.string().optional(),
  /** How many of our own proxies stand in front; X-Forwarded-For counts only then. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).default(0),
  RATE_LIMIT_ADDRESS_PER_MINUTE: perMinute(300),
  RATE_LIMIT_LEADERBOARD_ADDRESS_PER_MINUTE: perMinute(LIMITS.leaderboard.perMinute),
  RATE_LIMIT_LOGIN_ADDRESS_PER_MINUTE: perMinute(10),
  RATE_LIMIT_LOGIN_WALLET_PER_MINUTE: perMinute(5),
  /** Wrong signatures in 15 minutes, after which an address waits as long. */
  RATE_LIMIT_LOGIN_FAILURES: perMinute(20),
  RATE_LIMIT_REFRESH_SESSION_PER_MINUTE: perMinute(30),
  RATE_LIMIT_JOIN_WALLET_PER_MINUTE: perMinute(LIMITS.join.perMinute),
  RATE_LIMIT_STAKE_WALLET_PER_MINUTE: perMinute(LIMITS.stake.perMinute),
});

export type GatewayEnv = z.output<typeof gatewayEnv>;

/** The gateway's environment; raises one error that names everything missing or wrong. */
export function readGatewayEnv(source: Record<string, string | undefined> = process.env): GatewayEnv {
  const env = readEnv(gatewayEnv, source);
  if (env.TREASURY_WALLET === env.STAKING_WALLET)
    throw new Error(
      'TREASURY_WALLET and STAKING_WALLET must differ: a transfer is told apart by where it goes.',
    );
  return env;
}
