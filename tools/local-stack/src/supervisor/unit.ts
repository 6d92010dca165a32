import { type Child, type ChildWatch, lastWords, signalGroup } from '../dependencies/child.ts';

export interface UnitOptions {
  readonly name: string;
  /** Starts the process and resolves once it is ready; rejects if it ends before or is not ready in time. */
  readonly start: (watch: ChildWatch) => Promise<Child>;
  readonly watch: ChildWatch;
  readonly say: (text: string) => void;
}

const START_ATTEMPTS = 3;
const BACKOFF_MS = { first: 200, most: 10_000 };
/** The back-off starts over for a process that ran at least this long. */
const STABLE_MS = 30_000;

/** Supervises one dependency or service: restarts the process whenever it ends, with a growing back-off. */
export class Unit {
  readonly #options: UnitOptions;
  #child: Child | undefined;
  #startingPid: number | undefined;
  #wanted = false;
  #backoff = BACKOFF_MS.first;
  /** The start or restart in progress. */
  #pending: Promise<void> | undefined;
  #skipBackoff = () => {};

  constructor(options: UnitOptions) {
    this.#options = options;
  }

  /** The running process; undefined while it is down. */
  get child(): Child | undefined {
    return this.#child;
  }

  /** Starts it, giving up after a few attempts. @throws Error with the last lines of the process */
  async start(): Promise<void> {
    this.#wanted = true;
    this.#backoff = BACKOFF_MS.first;
    await this.#track(this.#firstLaunch());
  }

  /** Waits until the process is up and ready (again). */
  async ready(): Promise<void> {
    while (this.#wanted && !this.#child)
      await (this.#pending ?? new Promise((resolve) => setImmediate(resolve)));
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** Ends it for good. */
  async stop(): Promise<void> {
    this.#wanted = false;
    this.#skipBackoff();
    if (this.#startingPid) signalGroup(this.#startingPid, 'SIGTERM'); // makes a start in progress fail
    await this.#child?.stop();
    await this.#pending?.catch(() => {});
    await this.#child?.stop(); // a restart may have succeeded in between
  }

  async #firstLaunch(): Promise<void> {
    const { name, say } = this.#options;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#launch();
      } catch (error) {
        if (!this.#wanted || attempt === START_ATTEMPTS) throw error;
        say(`${name} failed to start, trying again: ${message(error)}`);
      }
    }
  }

  async #launch(): Promise<void> {
    const { start, watch } = this.#options;
    const onStart = (pid: number) => {
      this.#startingPid = pid;
      watch.onStart?.(pid);
    };
    const started = await start({ ...watch, onStart }).finally(() => {
      this.#startingPid = undefined;
    });
    const since = performance.now();
    this.#child = started;
    void started.exited.then((how) => this.#onExit(started, how, performance.now() - since));
    if (started.exit()) throw new Error(started.exit());
  }

  #onExit(ended: Child, how: string, ranMs: number): void {
    if (this.#child === ended) this.#child = undefined;
    if (!this.#wanted || this.#pending) return;
    if (ranMs > STABLE_MS) this.#backoff = BACKOFF_MS.first;
    this.#options.say(`${how}; restarting in ${this.#backoff / 1000} s${complaint(how, ended)}`);
    this.#track(this.#relaunch()).catch(() => {});
  }

  async #relaunch(): Promise<void> {
    const { name, say } = this.#options;
    while (this.#wanted) {
      await this.#waitBackoff();
      if (!this.#wanted) return;
      try {
        await this.#launch();
        say(`${name} is up again`);
        return;
      } catch (error) {
        if (this.#wanted) say(`${name} failed to restart: ${message(error)}`);
      }
    }
  }

  async #waitBackoff(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#skipBackoff = resolve;
      setTimeout(resolve, this.#backoff).unref();
    });
    this.#backoff = Math.min(this.#backoff * 2, BACKOFF_MS.most);
  }

  #track(work: Promise<void>): Promise<void> {
    this.#pending = work.finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The last lines of a process that failed; a killed one has none worth printing. */
function complaint(how: string, child: Child): string {
  return / by SIG/.test(how) ? '' : [':', ...lastWords(child, 5).split('\n')].join('\n    ');
}
