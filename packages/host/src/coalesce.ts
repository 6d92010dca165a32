/** Maximum random delay before a refetch, in ms. It spreads the load when many browsers receive the same message. */
export const LIVE_JITTER_MS = 500;

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
  if (ms > 0) await new Promise((done) => setTimeout(done, Math.random() * ms));
}
