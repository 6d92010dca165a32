/** Creates a retry timer with exponential delays, in ms. By default they suit requests to our server. */
export function createBackoff(minDelay = 2_000, maxDelay = 60_000) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delay = minDelay;
  return {
    /** Runs the work after the current delay and replaces work that is still waiting. Each delay is twice the previous one. */
    schedule(work: () => void): void {
      clearTimeout(timer);
      timer = setTimeout(work, delay);
      delay = Math.min(delay * 2, maxDelay);
    },
    /** Cancels waiting work and resets the delay to the minimum. */
    reset(): void {
      clearTimeout(timer);
      delay = minDelay;
    },
  };
}
