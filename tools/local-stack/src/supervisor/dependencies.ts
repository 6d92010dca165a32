import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chainAccount } from '../dependencies/accounts.ts';
import type { ChainSettings } from '../dependencies/chain.ts';
import { OPERATOR } from '../dependencies/nats-rights.ts';
import { freePort } from '../dependencies/ports.ts';
import { ensureDatabase, ensureServiceRole } from '../dependencies/roles.ts';
import type { Home } from './home.ts';
import { type ChainFacts, SERVICES } from './services.ts';
import type { TeamService } from './team-services.ts';
import type { Units } from './units.ts';

/** Requirements for starting a dependency. */
export interface DependencyContext {
  readonly home: Home;
  readonly say: (text: string) => void;
  readonly supervise: Units['supervise'];
  /** Team services: each has a role, a schema and a user of NATS, as those of the product have. */
  readonly teams: readonly TeamService[];
}

const DATABASE = 'touchline';

/** One database URL per service, in the embedded Postgres or at DATABASE_URL, whose role must be able to create roles. */
export async function startPostgresDependency(
  context: DependencyContext,
): Promise<(service: string) => string> {
  const { home } = context;
  const external = process.env.DATABASE_URL;
  if (external) {
    const database = decodeURIComponent(new URL(external).pathname.slice(1)) || 'postgres';
    return serviceUrls(context, external, database);
  }
  const { startPostgres } = await import('../dependencies/postgres.ts');
  const port = await freePort();
  const password = home.secret('postgres');
  const dataDir = home.postgresDir();
  const unit = context.supervise(
    'postgres',
    async (watch) => (await startPostgres({ dataDir, port, password, watch })).child,
  );
  await unit.start();
  const adminUrl = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  await ensureDatabase(adminUrl, DATABASE);
  return serviceUrls(context, adminUrl, DATABASE);
}

async function serviceUrls(
  { home, teams }: DependencyContext,
  adminUrl: string,
  database: string,
): Promise<(service: string) => string> {
  const urls = new Map<string, string>();
  for (const { name: service } of [...SERVICES, ...teams]) {
    const password = home.secret(`postgres:${service}`);
    urls.set(service, await ensureServiceRole({ adminUrl, database, service, password }));
  }
  return (service) => {
    const url = urls.get(service);
    if (!url) throw new Error(`no database for ${service}`);
    return url;
  };
}

/** One NATS URL per user: NATS_URL for all, or an embedded nats-server with a password each. */
export async function startNatsDependency(
  context: DependencyContext,
  project: string,
): Promise<(user: string) => string> {
  const { NATS_URL } = process.env;
  if (NATS_URL) {
    await prepareBus(project, NATS_URL);
    return () => NATS_URL;
  }
  const { natsUrl, startNats } = await import('../dependencies/nats.ts');
  const port = await freePort();
  const storeDir = context.home.path('nats');
  const { teams } = context;
  const password = (user: string) => context.home.secret(`nats:${user}`);
  const unit = context.supervise(
    'nats',
    async (watch) => (await startNats({ storeDir, port, password, teams, say: context.say, watch })).child,
  );
  await unit.start();
  const urlOf = (user: string) => natsUrl(port, user, password);
  await prepareBus(project, urlOf(OPERATOR));
  return urlOf;
}

/** Creates or updates the stream of events. */
async function prepareBus(project: string, url: string): Promise<void> {
  const script = join(project, 'packages', 'service-kit', 'dist', 'messaging', 'prepare-bus.js');
  await promisify(execFile)(process.execPath, [script], {
    env: { ...process.env, NODE_OPTIONS: '', NATS_URL: url },
    timeout: 30_000,
  });
}

/** The chain: RPC_URL and its addresses, or anvil with our own contracts. */
export async function startChainDependency(
  context: DependencyContext,
  settings: ChainSettings,
): Promise<ChainFacts> {
  if (process.env.RPC_URL) return externalChain(process.env.RPC_URL);
  const { startChain } = await import('../dependencies/chain.ts');
  const port = await freePort();
  const stateFile = context.home.path('chain', 'state.json');
  let facts: ChainFacts | undefined;
  const unit = context.supervise('chain', async (watch) => {
    const { child, ...chain } = await startChain({ ...settings, stateFile, port, say: context.say, watch });
    const prizeTokens = `WLD=${chain.worldcoin}`;
    facts = { ...chain, prizeTokens, adminWallets: process.env.ADMIN_WALLETS ?? chainAccount(0).address };
    return child;
  });
  await unit.start();
  if (!facts) throw new Error('the chain is running but its contracts are unknown');
  return facts;
}

function externalChain(rpcUrl: string): ChainFacts {
  const names = ['TOKEN_ADDRESS', 'TREASURY_WALLET', 'STAKING_WALLET', 'ADMIN_WALLETS'] as const;
  const missing = names.filter((name) => !process.env[name]);
  if (missing.length > 0) throw new Error(`RPC_URL is set: also set ${missing.join(', ')}`);
  const read = (name: (typeof names)[number]) => process.env[name] as `0x${string}`;
  return {
    rpcUrl,
    chainId: Number(process.env.CHAIN_ID ?? 480),
    token: read('TOKEN_ADDRESS'),
    treasury: read('TREASURY_WALLET'),
    stakingWallet: read('STAKING_WALLET'),
    prizeTokens: process.env.PRIZE_TOKENS ?? '',
    vault: process.env.PRIZE_VAULT ?? '',
    adminWallets: read('ADMIN_WALLETS'),
  };
}
