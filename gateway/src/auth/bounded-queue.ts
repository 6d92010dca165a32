import pLimit from 'p-limit';
import { createOpenCounts, rateLimited } from '../limits/client-limits.ts';

/** Maximum numbers of tasks. */
interface QueueBounds {
  running: number;
  /** That wait or run. */
  open: number;
  openPerClient: number;
}

const RETRY_AFTER_MS = 5_000;

/** Starts tasks in order, a few at a time, by p-limit, which neither bounds its queue nor divides it. With a maximum per client, one alone cannot fill the queue. */
export function createBoundedQueue(max: QueueBounds) {
  const limit = pLimit(max.running);
  const open = createOpenCounts();
  return {
    /** @throws TouchlineError RATE_LIMITED when too many tasks wait or run, in total or of this client */
    async run<T>(client: string, task: () => Promise<T>): Promise<T> {
      if (limit.activeCount + limit.pendingCount >= max.open || open.count(client) >= max.openPerClient)
        throw rateLimited('Too many smart-wallet sign-ins right now. Try again in a moment.', RETRY_AFTER_MS);
      return limit(task).finally(open.add(client));
    },
  };
}
