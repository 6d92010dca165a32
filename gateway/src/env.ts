import { remoteName } from '@touchline/api/http/remotes';
import { serviceName } from '@touchline/api/http/team-services';
import { LIMITS } from '@touchline/api/limits';
import { walletAddress } from '@touchline/api/values';
import {
  assertTrustedRpcs,
  extractRpcSecrets,
  isInNetwork,
  rpcUrls,
} from '@touchline/service-kit/process/chain-env';
import {
  jsonVariable,
  listVariable,
  onByDefault,
  readEnv,
  serviceEnv,
  walletListVariable,
} from '@touchline/service-kit/process/env';
import { z } from 'zod';

const httpUrl = z.url({ protocol: /^https?$/ });
/** Positive integer: requests per minute, or concurrent streams, connections and bodies. */
const positiveInteger = (initial: number) => z.coerce.number().int().min(1).default(initial);

const link = z.union([httpUrl, z.literal('')]).default('');

/** A random secret of at least the length of `openssl rand -hex 16`. */
const secret = z.string().min(32, 'must have at least 32 random characters');

/** The only source of addresses of services: a team that could choose one would make the gateway send requests anywhere inside. */
const teamServices = listVariable.transform((entries, context): ReadonlyMap<string, string> => {
  const addresses = new Map<string, string>();
  for (const entry of entries) {
    const [name = '', address = ''] = entry.split(/=(.*)/, 2);
    const origin = httpUrl.safeParse(address).success ? new URL(address).origin : null;
    if (
      !serviceName.safeParse(name).success ||
      origin === null ||
      origin !== address ||
      addresses.has(name)
    ) {
      context.addIssue(`must be NAME=ADDRESS, with an address like http://rivals:4810 (${name})`);
      return z.NEVER;
    }
    addresses.set(name, origin);
  }
  return addresses;
});

/** @public .env.example is generated from it */
export const gatewayEnv = serviceEnv.omit({ JWKS_URL: true }).extend({
  /** Encrypts the keys in the database that sign access tokens. Store it separately from database backups. */
  KEYS_SECRET: secret,
  /** The previous KEYS_SECRET. Needed until the gateway has started once and encrypted the keys again. */
  KEYS_SECRET_PREVIOUS: secret.optional(),
  /** Signs the tokens of the teams that publish remotes. Without it publishing is disabled. */
  RELEASE_SECRET: secret.optional(),
  /** Public address of the site. The sign-in message names it, and it is the only Origin that may use cookies. */
  PUBLIC_URL: httpUrl.transform((text) => new URL(text)),
  /** Address of the service fpl-relay. */
  SERVICE_FPL_RELAY_URL: httpUrl,
  /** Address of the service games. */
  SERVICE_GAMES_URL: httpUrl,
  /** Address of the service staking. */
  SERVICE_STAKING_URL: httpUrl,
  /** Address of the service admin. */
  SERVICE_ADMIN_URL: httpUrl,
  /** RPCs that the gateway itself uses. */
  RPC_URL: rpcUrls,
  /** RPC for browsers and wallets. Optional if the first address in RPC_URL is on this machine and has no key. */
  PUBLIC_RPC_URL: httpUrl.optional(),
  /** Contract wallets in ADMIN_WALLETS. They sign in when two RPCs confirm it; other admins sign in with their key only. */
  ADMIN_CONTRACT_WALLETS: walletListVariable,
  /** Chain id of the token. */
  CHAIN_ID: z.coerce.number().int().positive().default(480),
  /** Block explorer for links to transactions; empty for none. */
  EXPLORER_URL: z.union([httpUrl, z.literal('')]).default('https://worldscan.org'),
  /** Contract of the FOOTBALL token. */
  TOKEN_ADDRESS: walletAddress,
  /** Wallet that receives entry fees. Must differ from STAKING_WALLET. */
  TREASURY_WALLET: walletAddress,
  /** Wallet that receives stakes. Must differ from TREASURY_WALLET. */
  STAKING_WALLET: walletAddress,
  /** Project id from https://dashboard.reown.com. Enables wallets by QR code. */
  WALLETCONNECT_PROJECT_ID: z.string().optional(),
  /** WalletConnect relay for wallets by QR code. */
  WALLETCONNECT_RELAY_URL: z.url({ protocol: /^wss?$/ }).default('wss://relay.walletconnect.org'),
  /** Shows tournaments in browsers. */
  FEATURE_TOURNAMENTS: onByDefault,
  /** Shows games with an entry fee in browsers. */
  FEATURE_PAID_GAMES: onByDefault,
  /** JSON {social, analytics, white_paper, trading_tools}: addresses of the links on the home page. */
  LINKS: jsonVariable(
    z.strictObject({ social: link, analytics: link, white_paper: link, trading_tools: link }),
  ),
  /** Folder of published remotes. */
  REMOTES_DIR: z.string(),
  /** Days to keep the files of a remote's version, or of a shell, after it was last offered. Open pages still load them. */
  REMOTES_KEEP_DAYS: positiveInteger(30),
  /**
   * Number of networks in which a version must fail within ten minutes before it is rolled back. A network with a player who
   * signed up before the version was published counts as three.
   */
  REMOTES_ROLLBACK_NETWORKS: z.coerce.number().int().min(2).default(9),
  /** Percentage of all reporting networks in which the version must also fail. */
  REMOTES_ROLLBACK_PERCENT: z.coerce.number().int().min(1).max(100).default(25),
  /** Remotes, separated by commas, whose versions only the deployment's token makes current or shares. */
  REMOTES_APPROVED_BY_OPERATOR: listVariable.pipe(z.array(remoteName)),
  /**
   * Team services that may register, as NAME=ADDRESS, separated by commas: rivals=http://rivals:4810. The gateway forwards
   * /api/NAME to this address and to no other.
   */
  TEAM_SERVICES: teamServices,
  /** Highest number of requests per minute, address and gateway that a team service may declare. */
  TEAM_SERVICE_REQUESTS_PER_MINUTE: positiveInteger(300),
  /** Highest number of concurrent requests of each gateway that a team service may declare. */
  TEAM_SERVICE_CONCURRENT_REQUESTS: positiveInteger(128),
  /** Highest timeout in milliseconds that a team service may declare. */
  TEAM_SERVICE_TIMEOUT_MS: positiveInteger(10_000),
  /** Folder of the built shell. */
  SHELL_DIR: z.string(),
  /** Path of the demo wallet's script; its chunks are in the same folder. Set by the local stack only. */
  DEMO_WALLET_SCRIPT: z.string().optional(),
  /** Address of the season replay, which the demo dock controls. Set by the local stack only. */
  DEMO_REPLAY_URL: httpUrl.optional(),
  /** Number of trusted proxies in front of the gateway. With 0, X-Forwarded-For is ignored. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).default(0),
  /** API requests and pages per minute, address and gateway: each gateway counts separately. */
  RATE_LIMIT_ADDRESS_PER_MINUTE: positiveInteger(300),
  /** Files of the shell and of remotes per minute, address and gateway. */
  RATE_LIMIT_FILES_ADDRESS_PER_MINUTE: positiveInteger(1_200),
  /** Leaderboard requests per minute, address and gateway. */
  RATE_LIMIT_LEADERBOARD_ADDRESS_PER_MINUTE: positiveInteger(LIMITS.leaderboard.perMinute),
  /** Sign-ins per minute and address. */
  RATE_LIMIT_LOGIN_ADDRESS_PER_MINUTE: positiveInteger(10),
  /** Sign-ins per minute and wallet. */
  RATE_LIMIT_LOGIN_WALLET_PER_MINUTE: positiveInteger(5),
  /** Wrapped signatures (ERC-6492, ERC-8010) per minute and address. */
  RATE_LIMIT_WRAPPED_SIGNATURE_ADDRESS_PER_MINUTE: positiveInteger(3),
  /** Wrong signatures of an address within 15 minutes before it is blocked for 15 minutes. */
  RATE_LIMIT_LOGIN_FAILURES: positiveInteger(20),
  /** Token refreshes per minute and session. */
  RATE_LIMIT_REFRESH_SESSION_PER_MINUTE: positiveInteger(30),
  /** Reservations and joins per minute and wallet. */
  RATE_LIMIT_JOIN_WALLET_PER_MINUTE: positiveInteger(LIMITS.join.perMinute),
  /** Stakes per minute and wallet. */
  RATE_LIMIT_STAKE_WALLET_PER_MINUTE: positiveInteger(LIMITS.stake.perMinute),
  /** Created tournaments per minute and wallet. */
  RATE_LIMIT_TOURNAMENT_WALLET_PER_MINUTE: positiveInteger(LIMITS.tournament.perMinute),
  /** Saved lineups per minute and wallet. */
  RATE_LIMIT_LINEUP_WALLET_PER_MINUTE: positiveInteger(LIMITS.lineup.perMinute),
  /** Created and changed leagues per minute and wallet. */
  RATE_LIMIT_LEAGUE_WALLET_PER_MINUTE: positiveInteger(LIMITS.league.perMinute),
  /** Wrong codes of leagues of an address within a minute before it is blocked for a minute. */
  RATE_LIMIT_LEAGUE_CODE_ADDRESS_PER_MINUTE: positiveInteger(LIMITS.leagueCode.perMinute),
  /** Browser reports about remotes per minute, address and gateway. */
  RATE_LIMIT_REPORT_ADDRESS_PER_MINUTE: positiveInteger(LIMITS.report.perMinute),
  /** Admin lists per minute and wallet. */
  RATE_LIMIT_ADMIN_LIST_WALLET_PER_MINUTE: positiveInteger(LIMITS.adminList.perMinute),
  /** Concurrent requests per address and gateway whose body is incomplete. */
  MAX_UNFINISHED_BODIES_PER_ADDRESS: positiveInteger(10),
  /** Open streams of /api/live per address and gateway. A browser has one, which a leader tab shares with its other tabs. */
  MAX_LIVE_STREAMS_PER_ADDRESS: positiveInteger(10),
  /** Open streams of /api/live of each gateway in total. */
  MAX_LIVE_STREAMS: positiveInteger(10_000),
  /** Open connections per address and gateway. Ignored behind a trusted proxy, from which all connections come. */
  MAX_CONNECTIONS_PER_ADDRESS: positiveInteger(100),
  /** Open connections of each gateway in total. */
  MAX_CONNECTIONS: positiveInteger(10_000),
  /** Seconds without progress of a request or response after which a client is disconnected; more than services have to respond. */
  READ_TIMEOUT_SECONDS: positiveInteger(30),
});

export type GatewayEnv = z.output<typeof gatewayEnv>;

/** Reads the environment of the gateway. @throws Error naming every missing or invalid variable */
export function readGatewayEnv(source: Record<string, string | undefined> = process.env): GatewayEnv {
  const env = readEnv(gatewayEnv, source);
  if (source.NODE_ENV === 'production') requireHttps(env);
  assertTrustedRpcs(env.RPC_URL, source.NODE_ENV);
  requirePublicRpc(env);
  if (env.TREASURY_WALLET === env.STAKING_WALLET)
    throw new Error(
      'TREASURY_WALLET and STAKING_WALLET must differ: the recipient distinguishes entry fees from stakes.',
    );
  if (env.ADMIN_CONTRACT_WALLETS.length > 0 && new Set(env.RPC_URL).size < 2)
    throw new Error(
      'ADMIN_CONTRACT_WALLETS needs two addresses in RPC_URL: two RPCs must confirm their sign-in.',
    );
  return env;
}

/** Requires https in production: cookies must be Secure, and RPC responses must be authentic. Loopback addresses may use http. */
function requireHttps({ PUBLIC_URL, PUBLIC_RPC_URL }: GatewayEnv): void {
  for (const [name, url] of Object.entries({ PUBLIC_URL: PUBLIC_URL.href, PUBLIC_RPC_URL }))
    if (url?.startsWith('http:') && !isInNetwork(url, 'machine'))
      throw new Error(`${name} must start with https:// in production.`);
}

/** Ensures that browsers never get an RPC address with a key: any visitor could use it at our expense. */
function requirePublicRpc({ RPC_URL, PUBLIC_RPC_URL }: GatewayEnv): void {
  const hasKey = (url: string) => extractRpcSecrets(url).length > 0;
  if (!PUBLIC_RPC_URL && (hasKey(RPC_URL[0]!) || !isInNetwork(RPC_URL[0]!, 'machine')))
    throw new Error(
      'PUBLIC_RPC_URL is missing: addresses in RPC_URL are never sent to browsers, because they may contain a key.',
    );
  if (PUBLIC_RPC_URL && hasKey(PUBLIC_RPC_URL) && RPC_URL.includes(PUBLIC_RPC_URL))
    throw new Error(
      'PUBLIC_RPC_URL is an address in RPC_URL that may contain a key: use another one for browsers.',
    );
}
