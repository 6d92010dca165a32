import { Gauge, type Registry } from 'prom-client';
import type { Log } from './log.ts';

/** Further fields of a task's log message. */
export type TaskFields = Readonly<Record<string, unknown>>;

/** A repeated task of this process, or a step of one. */
export interface Task {
  /** Log message of a failed run. */
  failure: string;
  fields?: TaskFields | undefined;
  log: Log;
}

/** Failures of a task. */
export interface Failures {
  /** Records a failed run. Logs it unless the same error was logged within five minutes. */
  add(error: unknown): void;
  /** Records a run that worked. */
  end(): void;
  /** Ends the task. */
  stop(): void;
}

const LOG_AGAIN_MS = 5 * 60_000;
/** Without another failure for this time, a task counts as working: its latest run takes long, or it is not needed. */
const FAILING_MS = 3 * 60_000;

interface State {
  labels: { failure: string; step: string };
  failedAt: number | null;
}

/** The tasks of this process. */
const running = new Set<State>();

/** Starts to record the failures of a task. */
export function createFailures({ failure, fields = {}, log }: Task): Failures {
  const state: State = { labels: { failure, step: Object.values(fields).join(' ') }, failedAt: null };
  let logged: { text: string; at: number } | null = null;
  running.add(state);
  return {
    add(error) {
      state.failedAt = performance.now();
      const text = String(error);
      if (logged?.text === text && performance.now() - logged.at < LOG_AGAIN_MS) return;
      log.warn({ err: error, ...fields }, failure);
      logged = { text, at: performance.now() };
    },
    end() {
      state.failedAt = null;
      logged = null;
    },
    stop: () => void running.delete(state),
  };
}

/** Adds the metric of failing tasks. */
export function collectFailingTasks(register: Registry): void {
  const isFailing = ({ failedAt }: State) => failedAt !== null && performance.now() - failedAt < FAILING_MS;
  new Gauge({
    name: 'background_failing',
    help: 'Background tasks by the log message of their failure: 1 while they fail',
    labelNames: ['failure', 'step'],
    registers: [register],
    collect() {
      this.reset();
      for (const { labels } of running) this.set(labels, 0);
      for (const state of running) if (isFailing(state)) this.set(state.labels, 1);
    },
  });
}
