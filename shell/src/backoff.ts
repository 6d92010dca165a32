export interface Backoff {
  /** Runs the work after the current delay, instead of any work that is still waiting. Each delay is twice the last one. */
  again(work: () => void): void;
  /** Cancels waiting work; the next delay is the shortest again. */
  reset(): void;
}

/** A retry timer with exponential delays, in ms. */
export function createBackoff(shortest: number, longest: number): Backoff {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delay = shortest;
  return {
    again(work) {
      clearTimeout(timer);
      timer = setTimeout(work, delay);
      delay = Math.min(delay * 2, longest);
    },
    reset() {
      clearTimeout(timer);
      delay = shortest;
    },
  };
}
