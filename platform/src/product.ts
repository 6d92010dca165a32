import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ReplayClient, replayClient } from '@touchline/replay/client';
import { type ChainAccount, chainAccounts } from './parts/accounts.ts';
import { keepPort } from './parts/ports.ts';
import type { ReplaySettings } from './supervisor/feed.ts';
import { openHome } from './supervisor/home.ts';
import { type LogFile, openLog } from './supervisor/logs.ts';
import type { ChainPartFacts, PartContext } from './supervisor/parts.ts';
import { type ProcessRecord, takeHome } from './supervisor/record.ts';
import { startNodeProcess } from './supervisor/service.ts';
import { SERVICES, type ServiceName, serviceEnvironment } from './supervisor/services.ts';
import { startParts } from './supervisor/surroundings.ts';
import { superviseUnit, type Unit } from './supervisor/unit.ts';

/** The project's root, seen from src/ and from dist/ alike. */
export const PROJECT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export interface ProductOptions {
  /** All state of this copy; made when missing. */
  readonly home: string;
  /** Port of the gateway; a free one when not given. */
  readonly port?: number;
  readonly replay?: ReplaySettings;
  /** Settings of single services over everything else. */
  readonly env?: Partial<Record<ServiceName, Readonly<Record<string, string>>>>;
  /** Removes all state of this home first. */
  readonly reset?: boolean;
  /** What the product is doing, one line each. */
  readonly say?: (text: string) => void;
  /** Gives up a start that is under way; what was started is ended. */
  readonly signal?: AbortSignal;
}

export interface Product {
  /** Where people open it: http://localhost:PORT. */
  readonly url: string;
  /** Direct URLs of the services, the feed (the replay's, or FPL_URL) and the bus. */
  readonly urls: Readonly<Record<ServiceName | 'feed' | 'nats', string>>;
  /** The control of the season replay (with FPL_URL there is none to answer it). */
  readonly replay: ReplayClient;
  readonly chain: ChainPartFacts & { readonly accounts: readonly ChainAccount[] };
  readonly databaseUrl: (service: ServiceName) => string;
  /** Everything that is supervised here, in the order of its start. */
  readonly names: readonly string[];
  /** Pid of a running part or service, undefined while it is down. */
  pid(name: string): number | undefined;
  /** The log file of a part or service. */
  logFile(name: string): string;
  /** Ends a process the hard way and returns once it is gone; the supervisor starts it again. */
  kill(name: string, signal?: NodeJS.Signals): Promise<void>;
  /** Waits until a part or service is up and ready (again). */
  ready(name: string): Promise<void>;
  /** Stops it in good order, starts it and waits until it is ready. */
  restart(name: string): Promise<void>;
  /** Ends everything in good order. */
  stop(): Promise<void>;
}

/**
 * Starts a whole Touchline: parts first, then the services, each awaited until it is really ready.
 * @throws Error when something cannot be brought up; everything that was started is ended first.
 */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const say = options.say ?? (() => {});
  if (options.port) keepPort(options.port);
  const home = openHome(options.home);
  const record = await takeHome(home, say);
  const units = new Map<string, Unit>();
  const logs = (name: string) => openLog(home.path('logs'), name);
  const watch = (name: string) => watchInto(logs(name), name, record);
  const context: PartContext = {
    home,
    say,
    supervise: (name, start) => {
      options.signal?.throwIfAborted();
      const unit = superviseUnit({ name, start, say, watch: watch(name) });
      units.set(name, unit);
      return unit;
    },
  };
  const stop = async () => {
    await stopUnits(units);
    record.close();
  };

  const giveUp = () => void stopUnits(units);
  options.signal?.addEventListener('abort', giveUp);

  try {
    if (options.reset) home.reset();
    const around = await startParts(context, {
      project: PROJECT,
      port: options.port,
      replay: options.replay ?? {},
    });
    for (const row of SERVICES) {
      const env = serviceEnvironment(row, around, options.env?.[row.name]);
      const readyUrl = `http://127.0.0.1:${env.PORT}/readyz`;
      const { name, script } = row;
      await context
        .supervise(name, (childWatch) =>
          startNodeProcess(PROJECT, { name, script, env, readyUrl }, childWatch),
        )
        .start();
      say(`${name} is ready`);
    }
    const named = (name: string): Unit => {
      const unit = units.get(name);
      if (!unit) throw new Error(`nothing called ${name} runs here: ${[...units.keys()].join(', ')}`);
      return unit;
    };
    return {
      url: around.publicUrl,
      urls: {
        'fpl-relay': `http://127.0.0.1:${around.port('fpl-relay')}`,
        games: `http://127.0.0.1:${around.port('games')}`,
        staking: `http://127.0.0.1:${around.port('staking')}`,
        gateway: `http://127.0.0.1:${around.port('gateway')}`,
        feed: around.feedUrl,
        nats: around.natsUrl,
      },
      replay: replayClient(around.feedUrl),
      chain: { ...around.chain, accounts: chainAccounts() },
      databaseUrl: around.databaseUrl,
      names: [...units.keys()],
      pid: (name) => named(name).child()?.pid,
      logFile: (name) => logs(name).path,
      kill: (name, signal = 'SIGKILL') => killUnit(named(name), signal),
      ready: (name) => named(name).ready(),
      restart: (name) => named(name).restart(),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    options.signal?.removeEventListener('abort', giveUp);
  }
}

function watchInto(log: LogFile, name: string, record: ProcessRecord) {
  return {
    onStart: (pid: number) => {
      record.add(name, pid);
      log.write(`--- started as process ${pid}`);
    },
    onLine: log.write,
    onExit: (how: string, pid: number) => {
      record.remove(pid);
      log.write(`--- ${how}`);
    },
  };
}

/** Services first, while what they stand on is still there to finish their work with. */
async function stopUnits(units: ReadonlyMap<string, Unit>): Promise<void> {
  const services = SERVICES.flatMap((row) => units.get(row.name) ?? []);
  await Promise.all(services.map((unit) => unit.stop()));
  await Promise.all([...units.values()].map((unit) => unit.stop()));
}

async function killUnit(unit: Unit, signal: NodeJS.Signals): Promise<void> {
  const child = unit.child();
  if (!child) return;
  child.signal(signal);
  await child.exited;
}
