import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@touchline/api/client';
import { type ReplayClient, replayClient } from '@touchline/season-replay/client';
import { type ChainAccount, chainAccounts } from './dependencies/accounts.ts';
import type { ChainSettings } from './dependencies/chain.ts';
import { isFree, reservePort } from './dependencies/ports.ts';
import { publishAll, releaseToken, type Target, validReleaseToken } from './release/publish.ts';
import type { DependencyContext } from './supervisor/dependencies.ts';
import type { ReplaySettings } from './supervisor/feed.ts';
import { openHome } from './supervisor/home.ts';
import { takeHome } from './supervisor/record.ts';
import { startDependencies } from './supervisor/runtime-context.ts';
import { startNodeProcess } from './supervisor/service.ts';
import {
  type ChainFacts,
  commonEnvironment,
  type RuntimeContext,
  SERVICES,
  type ServiceName,
  type ServiceRow,
  serviceEnvironment,
} from './supervisor/services.ts';
import { findTeamServices, type TeamService } from './supervisor/team-services.ts';
import { openUnits, type Units } from './supervisor/units.ts';

/** The project's root, from src/ as well as from dist/. */
export const PROJECT = join(import.meta.dirname, '../../..');

export interface ProductOptions {
  /** The folder that holds all state; created if missing. */
  readonly home: string;
  /** Port of the gateway; a free one by default. */
  readonly port?: number;
  readonly replay?: ReplaySettings;
  /** Settings of the embedded chain. */
  readonly chain?: ChainSettings;
  /** Environment variables of single services; they override everything else. */
  readonly env?: Partial<Record<ServiceName, Readonly<Record<string, string>>>>;
  /** Deletes all state first. */
  readonly reset?: boolean;
  /** Receives progress messages. */
  readonly say?: (text: string) => void;
  /** Cancels the start and stops what was started. */
  readonly signal?: AbortSignal;
}

export interface Product {
  /** The app: http://localhost:PORT. */
  readonly url: string;
  /** Direct URLs of the services and the feed (replay or FPL_URL). */
  readonly urls: Readonly<Record<ServiceName | 'feed', string>>;
  /** The API, without a session. */
  readonly api: Client;
  /** Controls the replay; of no use with FPL_URL. */
  readonly replay: ReplayClient;
  readonly chain: ChainFacts & { readonly accounts: readonly ChainAccount[] };
  readonly databaseUrl: (service: string) => string;
  /** The token of a remote, to publish it. */
  readonly releaseToken: (remote: string) => string;
  /** Supervised dependencies and services, in start order. */
  readonly names: readonly string[];
  /** Process id of a dependency or service; undefined while it is down. */
  pid(name: string): number | undefined;
  /** The log file of a dependency or service. */
  logFile(name: string): string;
  /** Kills a process and resolves once it has ended; the supervisor restarts it. */
  kill(name: string, signal?: NodeJS.Signals): Promise<void>;
  /** Waits until a dependency or service is up and ready (again). */
  ready(name: string): Promise<void>;
  /** Stops it gracefully, starts it and waits until it is ready. */
  restart(name: string): Promise<void>;
  /** Stops everything gracefully. */
  stop(): Promise<void>;
}

/**
 * Starts the dependencies, then the services in order, each awaited until it is ready.
 * @throws Error when something fails to start; everything that was started is stopped first
 */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const { port, signal, say = () => {} } = options;
  if (port) reservePort(port);
  const home = openHome(options.home);
  const record = await takeHome(home, say);
  const units = openUnits({ home, record, say, signal });
  const stop = async () => {
    await units.stop();
    record.close();
  };
  const giveUp = () => void units.stop();
  signal?.addEventListener('abort', giveUp);
  try {
    if (port && !(await isFree(port)))
      throw new Error(`port ${port} is in use: choose another with --port N`);
    if (options.reset) home.reset();
    const teams = findTeamServices(PROJECT);
    const context: DependencyContext = { home, say, supervise: units.supervise, teams };
    const around = await startDependencies(context, {
      project: PROJECT,
      port,
      replay: options.replay ?? {},
      chain: options.chain ?? {},
    });
    for (const service of SERVICES) {
      await startService(units, service, serviceEnvironment(service, around, options.env?.[service.name]));
      say(`${service.name} is ready`);
    }
    for (const team of teams) {
      await startService(units, team, await teamEnvironment(team, around));
      say(`${team.name} is ready`);
    }
    await publishAll(PROJECT, await publisherOf(around), say);
    return { ...running(units, around), stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}

/** Starts a product in a temporary folder, and stops and deletes it after `use`. */
export async function withProduct<T>(
  options: Omit<ProductOptions, 'home'>,
  use: (product: Product, home: string) => Promise<T>,
): Promise<T> {
  const home = await mkdtemp(join(tmpdir(), 'touchline-product-'));
  try {
    const product = await startProduct({ ...options, home });
    try {
      return await use(product, home);
    } finally {
      await product.stop();
    }
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** Publishes the built remotes like any team. */
async function publisherOf({ port, releaseSecret }: RuntimeContext): Promise<Target> {
  const url = `http://127.0.0.1:${port('gateway')}`;
  return { url, token: await validReleaseToken(PROJECT, releaseSecret, 'all', url) };
}

/** Its token is all that a team service gets in addition to the settings of every service. */
async function teamEnvironment(
  { name }: TeamService,
  around: RuntimeContext,
): Promise<Record<string, string>> {
  const url = `http://127.0.0.1:${around.port('gateway')}`;
  const token = await validReleaseToken(PROJECT, around.releaseSecret, name, url);
  return { ...commonEnvironment(name, around), SERVICE_TOKEN: token };
}

async function startService(
  units: Units,
  { name, script }: Pick<ServiceRow, 'script'> & { readonly name: string },
  env: Record<string, string>,
) {
  const readyUrl = `http://127.0.0.1:${env.PORT}/readyz`;
  const unit = units.supervise(name, (watch) =>
    startNodeProcess(PROJECT, { name, script, env, readyUrl }, watch),
  );
  await unit.start();
}

function running(units: Units, context: RuntimeContext): Omit<Product, 'stop'> {
  const urlOf = (service: ServiceName) => `http://127.0.0.1:${context.port(service)}`;
  return {
    url: context.publicUrl,
    urls: {
      'fpl-relay': urlOf('fpl-relay'),
      games: urlOf('games'),
      staking: urlOf('staking'),
      admin: urlOf('admin'),
      gateway: urlOf('gateway'),
      feed: context.feedUrl,
    },
    api: createClient({ base: `${context.publicUrl}/api` }),
    replay: replayClient(context.feedUrl),
    chain: { ...context.chain, accounts: chainAccounts() },
    databaseUrl: context.databaseUrl,
    releaseToken: (remote) => releaseToken(PROJECT, context.releaseSecret, remote),
    names: units.names(),
    pid: (name) => units.get(name).child?.pid,
    logFile: (name) => units.logFile(name),
    kill: async (name, signal = 'SIGKILL') => {
      const child = units.get(name).child;
      child?.signal(signal);
      await child?.exited;
    },
    ready: (name) => units.get(name).ready(),
    restart: (name) => units.get(name).restart(),
  };
}
