/** Longest time in ms for which the check blocks the page. */
const SLICE_MS = 12;

/** Returns a function that lets the browser react once the work since the last pause took too long. */
export function createPause(): () => Promise<void> {
  let start = performance.now();
  return async () => {
    if (performance.now() - start < SLICE_MS) return;
    await new Promise((resolve) => setTimeout(resolve));
    start = performance.now();
  };
}
