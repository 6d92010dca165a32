import { TouchlineError } from '@touchline/api/errors';

/** Runs tasks one at a time, in order. */
export interface SerialQueue {
  /** @throws TouchlineError RATE_LIMITED when too many tasks wait, in total or of this client */
  run<T>(client: string, task: () => Promise<T>): Promise<T>;
}

/** A client may have at most `maxPerClient` of the `maxWaiting` tasks, so that one alone cannot fill the queue. */
export function createSerialQueue(maxWaiting: number, maxPerClient: number): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const waitingOf = new Map<string, number>();

  function count(client: string, change: 1 | -1): void {
    waiting += change;
    const own = (waitingOf.get(client) ?? 0) + change;
    if (own > 0) waitingOf.set(client, own);
    else waitingOf.delete(client);
  }

  return {
    async run(client, task) {
      if (waiting >= maxWaiting || (waitingOf.get(client) ?? 0) >= maxPerClient)
        throw new TouchlineError(
          'RATE_LIMITED',
          'Too many smart-wallet sign-ins right now. Try again in a moment.',
          { retryAfter: 5 },
        );
      count(client, 1);
      const result = last.then(task).finally(() => count(client, -1));
      last = result.catch(() => {});
      return result;
    },
  };
}
