/**
 * Runs `work` at once, and once more afterwards if it was asked for while it ran: a burst of live messages neither
 * restarts a request that is on its way nor loses the last change.
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
