/**
 * Creates a function that runs `work` one call at a time. Calls made while a run is waiting to start share that run and its result;
 * calls made during a run get the next one, so each result is newer than its call. A failed run rejects only its own calls.
 */
export function createSharedRun<T>(work: () => Promise<T>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let waiting: Promise<T> | null = null;
  const run = () => {
    waiting = null;
    return work();
  };
  return () => {
    waiting ??= last.then(run, run);
    last = waiting;
    return waiting;
  };
}
