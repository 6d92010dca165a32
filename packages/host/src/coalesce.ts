/** Minimum delay between a message and its refetch, in ms. A replica that has not made the change yet would respond with older data. */
const REPLICA_LAG_MS = 200;
/** Maximum random delay before a refetch, in ms. It spreads the load when many browsers receive the same message. */
export const LIVE_JITTER_MS = 500;

/**
 * Returns a function that runs `work` after a random delay, and once more if it is called again during that run or shortly before it.
 * A burst of live messages neither restarts a request in flight, nor loses the last change, nor causes a request per message. The gateway
 * limits the rate of messages. Failures are ignored.
 * @param jitterMs maximum delay; the minimum applies only if this is longer
 */
export function coalesce(work: () => Promise<unknown>, jitterMs: number = LIVE_JITTER_MS): () => void {
  const least = jitterMs > REPLICA_LAG_MS ? REPLICA_LAG_MS : 0;
  let running = false;
  let again = false;
  let lastCall = 0;
  const run = async () => {
    if (running) {
      again = true;
      lastCall = performance.now();
      return;
    }
    running = true;
    do {
      again = false;
      await waitBetween(least, jitterMs);
      again &&= performance.now() - lastCall < least;
      await work().catch(() => {});
    } while (again);
    running = false;
  };
  return () => void run();
}

async function waitBetween(least: number, most: number): Promise<void> {
  if (most > 0) await new Promise((done) => setTimeout(done, least + Math.random() * (most - least)));
}
