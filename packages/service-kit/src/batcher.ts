import { setTimeout as sleep } from 'node:timers/promises';

interface Pending<R, A> {
  request: R;
  resolve(answer: A): void;
  reject(reason: unknown): void;
}

/**
 * Answers requests together, for what costs ten times what one more request in it does: a statement of SQL. A request alone waits for
 * nobody; those that come while others are being answered share the next round, so every answer is as of after its request.
 * @param processBatch answers requests in their order; when it fails, each of them fails
 * @param options most: requests in one round; pauseMs: from the beginning of a round to that of the next at least
 */
export function createBatcher<R, A>(
  processBatch: (requests: readonly R[]) => Promise<readonly A[]>,
  { most: maxBatch, pauseMs = 0 }: { most: number; pauseMs?: number },
): (request: R) => Promise<A> {
  let waiting: Pending<R, A>[] = [];
  let running = false;

  async function run(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      const round = waiting.slice(0, maxBatch);
      waiting = waiting.slice(maxBatch);
      const pause = pauseMs > 0 ? sleep(pauseMs) : null;
      try {
        const answers = await processBatch(round.map(({ request }) => request));
        for (const [index, { resolve }] of round.entries()) resolve(answers[index]!);
      } catch (error) {
        for (const { reject } of round) reject(error);
      }
      await pause;
    }
    running = false;
  }

  return (request) =>
    new Promise((resolve, reject) => {
      waiting.push({ request, resolve, reject });
      if (!running) void run();
    });
}
