/** Timing of the runs, in milliseconds. */
export interface Pace {
  /** Minimum time from the start of one run to the start of the next. */
  minInterval: number;
  /** Maximum random delay before every run. It spreads the load when many browsers receive the same message. */
  jitter: number;
}

export const LIVE_PACE: Pace = { minInterval: 2_000, jitter: 500 };

/**
 * Returns a function that runs `work` soon, and once more if it is called again before that run has finished. A burst of live
 * messages neither restarts a request in flight, nor loses the last change, nor causes a request per message. Failures are ignored.
 */
export function coalesce(
  work: () => Promise<unknown>,
  { minInterval, jitter }: Pace = LIVE_PACE,
): () => void {
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
      earliest = performance.now() + minInterval;
      await work().catch(() => {});
    } while (again);
    running = false;
  };
  return () => void run();
}
