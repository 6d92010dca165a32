/**
 * Runs `work` immediately, and once more afterwards if it was called while running: a burst of live messages neither restarts
 * a request in flight nor loses the last change. Failures are ignored.
 */
export function coalesced(work: () => Promise<unknown>): () => void {
  let running = false;
  let again = false;
  const run = async () => {
    if (running) {
      again = true;
      return;
    }
    running = true;
    do {
      again = false;
      await work().catch(() => {});
    } while (again);
    running = false;
  };
  return () => void run();
}
