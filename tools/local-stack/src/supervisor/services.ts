import type { Calendar } from '@touchline/rules/calendar';

/** Context of the services of this copy of the product. */
export interface RuntimeContext {
  readonly natsUrl: (user: string) => string;
  readonly databaseUrl: (service: string) => string;
  readonly port: (service: string) => number;
  readonly metricsPort: (service: string) => number;
  /** Team services. */
  readonly teams: readonly { readonly name: string }[];
  readonly feedUrl: string;
  readonly calendar: Partial<Calendar>;
  readonly chain: ChainFacts;
  /** Secret that encrypts the gateway's keys. */
  readonly sealSecret: string;
  readonly keysSecret: string;
  /** Keys of push notifications. */
  readonly push: { readonly publicKey: string; readonly privateKey: string };
  readonly publicUrl: string;
  readonly remotesDir: string;
  /** Secret that signs the tokens of teams that publish remotes. */
  readonly releaseSecret: string;
  readonly shellDir: string;
  /** The demo wallet's bundle; only with the local chain. */
  readonly demoWalletScript: string | undefined;
  /** True if pages show and move the season replay's clock, which waits while no page is open. */
  readonly demo: boolean;
}

type Address = `0x${string}`;

export interface ChainFacts {
  readonly rpcUrl: string;
  readonly chainId: number;
  readonly token: Address;
  readonly treasury: Address;
  readonly stakingWallet: Address;
  /** Prize tokens besides FOOTBALL, in the form of PRIZE_TOKENS. */
  readonly prizeTokens: string;
  /** Address of the prize vault; empty without one. */
  readonly vault: string;
  readonly adminWallets: string;
}

export type ServiceName = 'fpl-relay' | 'games' | 'staking' | 'admin' | 'gateway';

export interface ServiceRow {
  readonly name: ServiceName;
  /** The program, relative to the project's root. */
  readonly script: string;
  /** Settings that the environment may override. */
  readonly defaults: Readonly<Record<string, string>>;
  /** Settings fixed for this copy of the product. */
  readonly env: (around: RuntimeContext) => Record<string, string>;
}

/** Settings that pause features; every process reads the same names. */
const SWITCHES = { FEATURE_PAID_GAMES: 'true', FEATURE_TOURNAMENTS: 'true', FEATURE_STAKING: 'true' };

/** All services in the order of their start. */
export const SERVICES: readonly ServiceRow[] = [
  {
    name: 'fpl-relay',
    script: 'services/fpl-relay/dist/main.js',
    defaults: {},
    env: (around) => ({ FPL_URL: around.feedUrl }),
  },
  {
    name: 'games',
    script: 'services/games/dist/main.js',
    // the local chain never reorganises
    defaults: {
      SEASON_ENTRY_FEE: '500',
      PAYMENT_CONFIRMATIONS: '1',
      SMALLEST_TRANSFER: '1',
      MAX_FINISHED_ENTRIES: '1000000',
      PRIZE_REVIEW_MINUTES: '1',
      ...SWITCHES,
    },
    env: (around) => ({
      SEAL_SECRET: around.sealSecret,
      RPC_URL: around.chain.rpcUrl,
      CHAIN_ID: String(around.chain.chainId),
      TOKEN_ADDRESS: around.chain.token,
      TREASURY_WALLET: around.chain.treasury,
      PRIZE_TOKENS: around.chain.prizeTokens,
      PUSH_PUBLIC_KEY: around.push.publicKey,
      PUSH_PRIVATE_KEY: around.push.privateKey,
      PUSH_CONTACT: 'mailto:operator@touchline.example',
      ...(around.chain.vault ? { PRIZE_VAULT: around.chain.vault } : {}),
    }),
  },
  {
    name: 'staking',
    script: 'services/staking/dist/main.js',
    defaults: { PAYMENT_CONFIRMATIONS: '1', SMALLEST_TRANSFER: '1', ...SWITCHES },
    env: (around) => ({
      STAKING_WALLET: around.chain.stakingWallet,
      TREASURY_WALLET: around.chain.treasury,
      TOKEN_ADDRESS: around.chain.token,
      RPC_URL: around.chain.rpcUrl,
      CHAIN_ID: String(around.chain.chainId),
    }),
  },
  { name: 'admin', script: 'services/admin/dist/main.js', defaults: {}, env: () => ({}) },
  {
    name: 'gateway',
    script: 'gateway/dist/main.js',
    // tests and benchmarks send everything from one address
    defaults: {
      ...SWITCHES,
      RATE_LIMIT_ADDRESS_PER_MINUTE: '100000',
      RATE_LIMIT_LEADERBOARD_ADDRESS_PER_MINUTE: '100000',
      RATE_LIMIT_LOGIN_ADDRESS_PER_MINUTE: '10000',
      RATE_LIMIT_LOGIN_FAILURES: '1000',
      RATE_LIMIT_FILES_ADDRESS_PER_MINUTE: '1000000',
      MAX_UNFINISHED_BODIES_PER_ADDRESS: '1000',
      MAX_LIVE_STREAMS_PER_ADDRESS: '2000',
      MAX_CONNECTIONS_PER_ADDRESS: '5000',
    },
    env: (around) => ({
      PUBLIC_URL: around.publicUrl,
      KEYS_SECRET: around.keysSecret,
      SERVICE_FPL_RELAY_URL: `http://127.0.0.1:${around.port('fpl-relay')}`,
      SERVICE_GAMES_URL: `http://127.0.0.1:${around.port('games')}`,
      SERVICE_STAKING_URL: `http://127.0.0.1:${around.port('staking')}`,
      SERVICE_ADMIN_URL: `http://127.0.0.1:${around.port('admin')}`,
      RPC_URL: around.chain.rpcUrl,
      CHAIN_ID: String(around.chain.chainId),
      TOKEN_ADDRESS: around.chain.token,
      TREASURY_WALLET: around.chain.treasury,
      STAKING_WALLET: around.chain.stakingWallet,
      REMOTES_DIR: around.remotesDir,
      RELEASE_SECRET: around.releaseSecret,
      TEAM_SERVICES: around.teams
        .map(({ name }) => `${name}=http://127.0.0.1:${around.port(name)}`)
        .join(','),
      SHELL_DIR: around.shellDir,
      ...(around.demoWalletScript ? { DEMO_WALLET_SCRIPT: around.demoWalletScript } : {}),
      ...(around.demo ? { DEMO_REPLAY_URL: around.feedUrl } : {}),
    }),
  },
];

/** The environment of a service: its defaults, overridden by the environment, then by fixed settings. */
export function serviceEnvironment(
  row: ServiceRow,
  context: RuntimeContext,
  overrides: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const chosen = Object.entries(row.defaults).map(([name, value]) => [name, process.env[name] ?? value]);
  return {
    ...Object.fromEntries(chosen),
    ...commonEnvironment(row.name, context),
    CALENDAR: JSON.stringify(context.calendar),
    ...row.env(context),
    ...overrides,
  };
}

/** Settings of every service, those of teams included. */
export const commonEnvironment = (name: string, context: RuntimeContext): Record<string, string> => ({
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PORT: String(context.port(name)),
  METRICS_PORT: String(context.metricsPort(name)),
  DATABASE_URL: context.databaseUrl(name),
  NATS_URL: context.natsUrl(name),
  JWKS_URL: `http://127.0.0.1:${context.port('gateway')}/.well-known/jwks.json`,
  ADMIN_WALLETS: context.chain.adminWallets,
});
