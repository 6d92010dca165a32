import { TouchlineError } from '@touchline/api/errors';

/** Limits the number of tasks that run concurrently; others wait in order. */
export interface Semaphore {
  /** Runs a task. @throws TouchlineError UPSTREAM_UNAVAILABLE when too many tasks are waiting */
  run<T>(task: () => Promise<T>): Promise<T>;
}

export function createSemaphore(permits: number, maxWaiting: number): Semaphore {
  const waiting: (() => void)[] = [];
  let free = permits;
  /** Passes the permit directly to the next task. */
  const release = () => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return {
    async run(task) {
      if (free > 0) free -= 1;
      else if (waiting.length < maxWaiting) await new Promise<void>((enter) => waiting.push(enter));
      else throw queueFullError();
      try {
        return await task();
      } finally {
        release();
      }
    },
  };
}

const queueFullError = () =>
  new TouchlineError(
    'UPSTREAM_UNAVAILABLE',
    'Past leaderboards are busy loading. Please try again in a moment.',
    { retryAfter: 2 },
  );
