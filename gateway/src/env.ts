import { LIMITS } from '@touchline/api/limits';
import type { Schema } from '@touchline/api/schema';
import { walletAddress } from '@touchline/api/values';
import { isInNetwork, assertTrustedRpcs, rpcUrls, extractRpcSecrets } from '@touchline/service-kit/chain-env';
import { onOff, readEnv, serviceEnv, walletListVariable } from '@touchline/service-kit/env';
import { z } from 'zod';

const httpUrl = z.url({ protocol: /^https?$/ });
/** A positive whole number: calls per minute, or things open at once. */
const positiveInteger = (start: number) => z.coerce.number().int().min(1).default(start);

/** A variable that holds JSON; empty is as if it were not set. */
const json = <S extends Schema>(schema: S, start: string) =>
  z
    .string()
    .default(start)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text || start);
      } catch {
        context.addIssue('must be JSON');
        return z.NEVER;
      }
    })
    .pipe(schema);

const link = z.union([httpUrl, z.literal('')]).default('');

/** At least what `openssl rand -hex 16` gives. */
const secret = z.string().min(32, 'must have at least 32 characters, at random');

/** What the keys in the database are wrapped with. */
export const keyVariables = {
  /** Wraps the keys that sign access tokens in the database. Keep it apart from the database's backups. */
  KEYS_SECRET: secret,
  /** The secret before, until a start has wrapped the keys again. */
  KEYS_SECRET_PREVIOUS: secret.optional(),
};

export const releaseVariables = {
  /** What the tokens of the teams that publish remotes are signed with. Without it nobody can publish. */
  RELEASE_SECRET: secret.optional(),
};

/** @public .env.example is written from it */
export const gatewayEnv = serviceEnv.omit({ JWKS_URL: true }).extend({
  ...keyVariables,
  ...releaseVariables,
  /** The public address: named in the message that wallets sign, and the only Origin that may use cookies. */
  PUBLIC_URL: httpUrl.transform((text) => new URL(text)),
  /** The service fpl-relay. */
  SERVICE_FPL_RELAY_URL: httpUrl,
  /** The service games. */
  SERVICE_GAMES_URL: httpUrl,
  /** The service staking. */
  SERVICE_STAKING_URL: httpUrl,
  /** The service admin. */
  SERVICE_ADMIN_URL: httpUrl,
  /** RPCs for the gateway itself. */
  RPC_URL: rpcUrls,
  /** The RPC of browsers and wallets. On one machine, without a key, the first of the others will do. */
  PUBLIC_RPC_URL: httpUrl.optional(),
  /** Those of ADMIN_WALLETS that are contracts. They sign in when two of the RPCs confirm it; others by their key only. */
  ADMIN_CONTRACT_WALLETS: walletListVariable,
  /** The chain of the token. */
  CHAIN_ID: z.coerce.number().int().positive().default(480),
  /** The block explorer that transactions link to; empty for none. */
  EXPLORER_URL: z.union([httpUrl, z.literal('')]).default('https://worldscan.org'),
  /** The FOOTBALL token's contract. */
  TOKEN_ADDRESS: walletAddress,
  /** Where entry fees go; never the wallet of the stakes. */
  TREASURY_WALLET: walletAddress,
  /** Receives stakes; never the treasury. */
  STAKING_WALLET: walletAddress,
  /** Enables wallets by QR code; of https://dashboard.reown.com. */
  WALLETCONNECT_PROJECT_ID: z.string().optional(),
  /** The relay that wallets by QR code use. */
  WALLETCONNECT_RELAY_URL: z.url({ protocol: /^wss?$/ }).default('wss://relay.walletconnect.org'),
  /** Off: browsers offer no tournaments. */
  FEATURE_TOURNAMENTS: onOff('true'),
  /** Off: browsers offer no entry with a fee. */
  FEATURE_PAID_GAMES: onOff('true'),
  /** JSON {social, analytics, white_paper, trading_tools}: addresses of the links in the header. */
  LINKS: json(
    z.strictObject({ social: link, analytics: link, white_paper: link, trading_tools: link }),
    '{}',
  ),
  /** The folder of published remotes. */
  REMOTES_DIR: z.string(),
  /** Files of a version stay for so many days after it was offered last: pages that are open still load from it. */
  REMOTES_KEEP_DAYS: positiveInteger(30),
  /** A version is returned when it failed in browsers of so many networks within ten minutes ... */
  REMOTES_RETURN_NETWORKS: z.coerce.number().int().min(2).default(3),
  /** ... and in so many percent of all networks that said how it went. */
  REMOTES_RETURN_PERCENT: z.coerce.number().int().min(1).max(100).default(25),
  /** The folder of the built shell. */
  SHELL_DIR: z.string(),
  /** Path of the demo wallet's script, beside what that loads; only the local platform sets it. */
  DEMO_WALLET_SCRIPT: z.string().optional(),
  /** The season replay, whose clock the demo wallet's dock shows and moves; only the local platform sets it. */
  DEMO_REPLAY_URL: httpUrl.optional(),
  /** Number of our own proxies in front. With 0 X-Forwarded-For is ignored. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).default(0),
  /** Calls of one address. */
  RATE_LIMIT_ADDRESS_PER_MINUTE: positiveInteger(300),
  /** Files of the shell and of the remotes. */
  RATE_LIMIT_FILES_ADDRESS_PER_MINUTE: positiveInteger(1_200),
  /** Reads of leaderboards by one address. */
  RATE_LIMIT_LEADERBOARD_ADDRESS_PER_MINUTE: positiveInteger(LIMITS.leaderboard.perMinute),
  /** Sign-ins of one address. */
  RATE_LIMIT_LOGIN_ADDRESS_PER_MINUTE: positiveInteger(10),
  /** Sign-ins of one wallet. */
  RATE_LIMIT_LOGIN_WALLET_PER_MINUTE: positiveInteger(5),
  /** Signatures of contracts that are not deployed yet (ERC-6492, ERC-8010). */
  RATE_LIMIT_WRAPPED_SIGNATURE_ADDRESS_PER_MINUTE: positiveInteger(3),
  /** Wrong signatures in 15 minutes before an address is blocked for as long. */
  RATE_LIMIT_LOGIN_FAILURES: positiveInteger(20),
  /** Refreshed tokens of one session. */
  RATE_LIMIT_REFRESH_SESSION_PER_MINUTE: positiveInteger(30),
  /** Reservations and joins of one wallet. */
  RATE_LIMIT_JOIN_WALLET_PER_MINUTE: positiveInteger(LIMITS.join.perMinute),
  /** Stakes of one wallet. */
  RATE_LIMIT_STAKE_WALLET_PER_MINUTE: positiveInteger(LIMITS.stake.perMinute),
  /** Tournaments that one wallet creates. */
  RATE_LIMIT_TOURNAMENT_WALLET_PER_MINUTE: positiveInteger(LIMITS.tournament.perMinute),
  /** Lineups that one wallet saves. */
  RATE_LIMIT_LINEUP_WALLET_PER_MINUTE: positiveInteger(LIMITS.lineup.perMinute),
  /** Reports of browsers about remotes, of one address. */
  RATE_LIMIT_REPORT_ADDRESS_PER_MINUTE: positiveInteger(LIMITS.report.perMinute),
  /** Lists that one administrator reads. */
  RATE_LIMIT_ADMIN_LIST_WALLET_PER_MINUTE: positiveInteger(LIMITS.adminList.perMinute),
  /** Requests of an address at once whose body has not arrived completely. */
  MAX_UNFINISHED_BODIES_PER_ADDRESS: positiveInteger(10),
  /** Open streams of /api/live: a browser has one per tab. */
  MAX_LIVE_STREAMS_PER_ADDRESS: positiveInteger(10),
  /** Open streams of /api/live of all addresses. */
  MAX_LIVE_STREAMS: positiveInteger(10_000),
  /** Open connections of one address. Counted only without a proxy of ours in front: behind one, all come from it. */
  MAX_CONNECTIONS_PER_ADDRESS: positiveInteger(100),
  /** Open connections of all addresses. */
  MAX_CONNECTIONS: positiveInteger(10_000),
  /** A client that takes nothing of its answer for so long is cut off. */
  READ_TIMEOUT_SECONDS: positiveInteger(20),
});

export type GatewayEnv = z.output<typeof gatewayEnv>;

/** The gateway's environment. @throws Error naming every variable that is missing or invalid */
export function readGatewayEnv(source: Record<string, string | undefined> = process.env): GatewayEnv {
  const env = readEnv(gatewayEnv, source);
  if (source.NODE_ENV === 'production') requireHttps(env);
  assertTrustedRpcs(env.RPC_URL, source.NODE_ENV);
  requirePublicRpc(env);
  if (env.TREASURY_WALLET === env.STAKING_WALLET)
    throw new Error(
      'TREASURY_WALLET and STAKING_WALLET must differ: the recipient of a transfer tells entry fees from stakes.',
    );
  if (env.ADMIN_CONTRACT_WALLETS.length > 0 && new Set(env.RPC_URL).size < 2)
    throw new Error(
      'ADMIN_CONTRACT_WALLETS needs two addresses in RPC_URL: two RPCs must confirm their sign-in.',
    );
  return env;
}

/** In production cookies must be Secure, and nobody on the way may answer for the chain. On one machine http will do. */
function requireHttps({ PUBLIC_URL, PUBLIC_RPC_URL }: GatewayEnv): void {
  for (const [name, url] of Object.entries({ PUBLIC_URL: PUBLIC_URL.href, PUBLIC_RPC_URL }))
    if (url?.startsWith('http:') && !isInNetwork(url, 'machine'))
      throw new Error(`${name} must begin with https:// in production.`);
}

/** What browsers get may be used by anybody, and what the servers pay for may not. */
function requirePublicRpc({ RPC_URL, PUBLIC_RPC_URL }: GatewayEnv): void {
  const holdsKey = (url: string) => extractRpcSecrets(url).length > 0;
  if (!PUBLIC_RPC_URL && (holdsKey(RPC_URL[0]!) || !isInNetwork(RPC_URL[0]!, 'machine')))
    throw new Error('PUBLIC_RPC_URL is missing: browsers get no address in RPC_URL, which may hold a key.');
  if (PUBLIC_RPC_URL && holdsKey(PUBLIC_RPC_URL) && RPC_URL.includes(PUBLIC_RPC_URL))
    throw new Error(
      'PUBLIC_RPC_URL is an address in RPC_URL that may hold a key: browsers need another one.',
    );
}
