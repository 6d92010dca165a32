import { TouchlineError } from '@touchline/api/errors';

/** Runs tasks one after the other. */
export interface Turns {
  /** @throws TouchlineError RATE_LIMITED when too many wait */
  take<T>(task: () => Promise<T>): Promise<T>;
}

export function createTurns(maxWaiting: number): Turns {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    async take(task) {
      if (waiting >= maxWaiting)
        throw new TouchlineError('RATE_LIMITED', 'Too many smart wallets sign in at the moment. Try again.', {
          retryAfter: 5,
        });
      waiting++;
      const turn = last.then(task).finally(() => {
        waiting--;
      });
      last = turn.catch(() => {});
      return turn;
    },
  };
}
