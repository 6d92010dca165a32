import { type Child, type ChildWatch, lastWords, signalGroup } from '../parts/child.ts';

export interface UnitOptions {
  readonly name: string;
  /** Starts the process and returns when it is really ready; throws when it ended before or in time. */
  readonly start: (watch: ChildWatch) => Promise<Child>;
  /** What the supervisor records of each of its processes. */
  readonly watch: ChildWatch;
  readonly say: (text: string) => void;
}

/** One part or service under supervision. */
export interface Unit {
  readonly name: string;
  /** The running process; undefined while it is down. */
  child(): Child | undefined;
  /** First start: gives up after a few tries. @throws Error with the last lines of the process. */
  start(): Promise<void>;
  /** Waits until the process is up and ready (again). */
  ready(): Promise<void>;
  restart(): Promise<void>;
  /** Ends it for good. */
  stop(): Promise<void>;
}

const FIRST_TRIES = 3;
const BACKOFF_MS = { first: 200, most: 10_000 };
/** A process that ran this long starts its back-off anew when it dies. */
const STEADY_MS = 30_000;

/** Supervises one process: whatever ends it, it is started again, ever more slowly while it keeps dying. */
export function superviseUnit({ name, start, watch, say }: UnitOptions): Unit {
  let child: Child | undefined;
  let startingPid: number | undefined;
  let wanted = false;
  let backoff = BACKOFF_MS.first;
  let pending: Promise<void> | undefined;
  let wake = () => {};

  const watchStart: ChildWatch = {
    ...watch,
    onStart: (pid) => {
      startingPid = pid;
      watch.onStart?.(pid);
    },
  };

  const launch = async () => {
    const started = await start(watchStart).finally(() => {
      startingPid = undefined;
    });
    const since = performance.now();
    child = started;
    void started.exited.then((how) => {
      if (child === started) child = undefined;
      if (!wanted || pending) return;
      if (performance.now() - since > STEADY_MS) backoff = BACKOFF_MS.first;
      say(`${how}; starting it again in ${backoff / 1000} s${complaint(how, started)}`);
      pending = relaunch().finally(() => {
        pending = undefined;
      });
      pending.catch(() => {});
    });
    if (started.exit()) throw new Error(started.exit());
  };

  const relaunch = async () => {
    while (wanted) {
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, backoff).unref();
      });
      if (!wanted) return;
      backoff = Math.min(backoff * 2, BACKOFF_MS.most);
      try {
        await launch();
        say(`${name} is up again`);
        return;
      } catch (error) {
        if (wanted) say(`${name} did not come up: ${message(error)}`);
      }
    }
  };

  const firstStart = async () => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await launch();
      } catch (error) {
        if (!wanted || attempt === FIRST_TRIES) throw error;
        say(`${name} did not come up, trying again: ${message(error)}`);
      }
    }
  };

  const stop = async () => {
    wanted = false;
    wake();
    if (startingPid) signalGroup(startingPid, 'SIGTERM'); // its start then fails at once
    await child?.stop();
    await pending?.catch(() => {});
    await child?.stop(); // one that was just coming up
  };

  const startWanted = async () => {
    wanted = true;
    pending = firstStart().finally(() => {
      pending = undefined;
    });
    await pending;
  };

  return {
    name,
    child: () => child,
    start: startWanted,
    ready: async () => {
      while (wanted && !child) await (pending ?? new Promise((resolve) => setImmediate(resolve)));
    },
    restart: async () => {
      await stop();
      backoff = BACKOFF_MS.first;
      await startWanted();
    },
    stop,
  };
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The last lines of a process that ended by itself; one that was killed has nothing to say about it. */
function complaint(how: string, child: Child): string {
  return / by SIG/.test(how) ? '' : [':', ...lastWords(child, 5).split('\n')].join('\n    ');
}
