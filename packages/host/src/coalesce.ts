/** How far apart the runs are, in milliseconds. */
export interface Pace {
  /** From the start of one run to the start of the next, at least. */
  minInterval: number;
  /** Every run waits up to this long, at random: many browsers hear the same message at the same moment. */
  jitter: number;
}

export const LIVE_PACE: Pace = { minInterval: 2_000, jitter: 500 };

/**
 * Runs `work` soon, and once more afterwards if it was called in between: a burst of live messages neither restarts a request
 * in flight, nor loses the last change, nor makes a request per message. Failures are ignored.
 */
export function coalesce(work: () => Promise<unknown>, { minInterval: floor, jitter }: Pace = LIVE_PACE): () => void {
  let running = false;
  let again = false;
  let earliest = 0;
  const wait = async () => {
    const ms = Math.max(0, earliest - performance.now()) + Math.random() * jitter;
    if (ms > 0) await new Promise((done) => setTimeout(done, ms));
  };
  const run = async () => {
    if (running) {
      again = true;
      return;
    }
    running = true;
    do {
      await wait();
      again = false;
      earliest = performance.now() + floor;
      await work().catch(() => {});
    } while (again);
    running = false;
  };
  return () => void run();
}
