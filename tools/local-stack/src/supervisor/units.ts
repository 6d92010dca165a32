import type { Home } from './home.ts';
import { type LogFile, openLog } from './logs.ts';
import type { ProcessRecord } from './record.ts';
import { Unit, type UnitOptions } from './unit.ts';

/** All supervised processes of one product, by name. */
export interface Units {
  /** Registers a unit, so that a stop ends it even while it starts. */
  supervise(name: string, start: UnitOptions['start']): Unit;
  /** @throws Error for an unknown name */
  get(name: string): Unit;
  /** In the order of their start. */
  names(): string[];
  logFile(name: string): string;
  stop(): Promise<void>;
}

export interface UnitsOptions {
  readonly home: Home;
  readonly record: ProcessRecord;
  readonly say: (text: string) => void;
  readonly signal: AbortSignal | undefined;
}

/** The units that others need. */
const DEPENDENCIES = new Set(['postgres', 'nats', 'chain', 'replay']);

/** Units whose processes are recorded in the home and log into it. */
export function openUnits({ home, record, say, signal }: UnitsOptions): Units {
  const units = new Map<string, Unit>();
  const log = (name: string) => openLog(home.path('logs'), name);
  return {
    supervise: (name, start) => {
      signal?.throwIfAborted();
      const unit = new Unit({ name, start, say, watch: watchInto(log(name), name, record) });
      units.set(name, unit);
      return unit;
    },
    get: (name) => {
      const unit = units.get(name);
      if (!unit) throw new Error(`no process is called ${name}; there are ${[...units.keys()].join(', ')}`);
      return unit;
    },
    names: () => [...units.keys()],
    logFile: (name) => log(name).path,
    stop: async () => {
      // Services first: they need their dependencies to finish their work.
      const services = [...units].filter(([name]) => !DEPENDENCIES.has(name));
      await Promise.all(services.map(([, unit]) => unit.stop()));
      await Promise.all([...units.values()].map((unit) => unit.stop()));
    },
  };
}

function watchInto(log: LogFile, name: string, record: ProcessRecord): UnitOptions['watch'] {
  return {
    onStart: (pid) => {
      record.add(name, pid);
      log.write(`--- started as process ${pid}`);
    },
    onLine: log.write,
    onExit: (how, pid) => {
      record.remove(pid);
      log.write(`--- ${how}`);
    },
  };
}
