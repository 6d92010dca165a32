import { TouchlineError } from '@touchline/api/errors';

/** Runs tasks, a few at once and the others in turn. */
export interface Semaphore {
  /** @throws TouchlineError UPSTREAM_UNAVAILABLE when too many wait */
  run<T>(task: () => Promise<T>): Promise<T>;
}

export function createSemaphore(permits: number, maxWaiting: number): Semaphore {
  const waiting: (() => void)[] = [];
  let free = permits;
  /** A slot passes from task to task without becoming free in between. */
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return {
    async run(task) {
      if (free > 0) free -= 1;
      else if (waiting.length < maxWaiting) await new Promise<void>((enter) => waiting.push(enter));
      else throw tooMany();
      try {
        return await task();
      } finally {
        leave();
      }
    },
  };
}

const tooMany = () =>
  new TouchlineError('UPSTREAM_UNAVAILABLE', 'Many old leaderboards are being read. Please try again.', {
    retryAfter: 2,
  });
