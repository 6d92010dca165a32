import { TouchlineError } from '@touchline/api/errors';

/** Runs tasks one at a time, in order. */
export interface SerialQueue {
  /** @throws TouchlineError RATE_LIMITED when too many tasks wait */
  run<T>(task: () => Promise<T>): Promise<T>;
}

export function createSerialQueue(maxWaiting: number): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    async run(task) {
      if (waiting >= maxWaiting)
        throw new TouchlineError(
          'RATE_LIMITED',
          'Too many smart-wallet sign-ins right now. Try again in a moment.',
          {
            retryAfter: 5,
          },
        );
      waiting++;
      const result = last.then(task).finally(() => {
        waiting--;
      });
      last = result.catch(() => {});
      return result;
    },
  };
}
