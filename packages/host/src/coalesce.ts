/** Minimum delay before a refetch, in ms. Until then, a replica that has not made the change may respond with older data. */
const REPLICA_LAG_MS = 200;
/** Maximum random delay before a refetch, in ms. It spreads the load when many browsers receive the same message. */
export const LIVE_JITTER_MS = 700;

/**
 * Returns a function that runs `work` after a random delay, and once more if it is called again before that run has finished. A burst
 * of live messages neither restarts a request in flight, nor loses the last change, nor causes a request per message. The gateway
 * limits the rate of messages. Failures are ignored.
 */
export function coalesce(work: () => Promise<unknown>, jitterMs: number = LIVE_JITTER_MS): () => void {
  let running = false;
  let again = false;
  const run = async () => {
    if (running) {
      again = true;
      return;
    }
    running = true;
    do {
      await waitUpTo(jitterMs);
      again = false;
      await work().catch(() => {});
    } while (again);
    running = false;
  };
  return () => void run();
}

async function waitUpTo(ms: number): Promise<void> {
  const least = Math.min(REPLICA_LAG_MS, ms);
  if (ms > 0) await new Promise((done) => setTimeout(done, least + Math.random() * (ms - least)));
}
