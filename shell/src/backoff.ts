export interface Backoff {
  /** Runs the work after the current delay and replaces work that is still waiting. Each delay is twice the previous one. */
  schedule(work: () => void): void;
  /** Cancels waiting work and resets the delay to the minimum. */
  reset(): void;
}

/** Creates a retry timer with exponential delays, in ms. By default they suit requests to our server. */
export function createBackoff(minDelay = 2_000, maxDelay = 60_000): Backoff {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delay = minDelay;
  return {
    schedule(work) {
      clearTimeout(timer);
      timer = setTimeout(work, delay);
      delay = Math.min(delay * 2, maxDelay);
    },
    reset() {
      clearTimeout(timer);
      delay = minDelay;
    },
  };
}
