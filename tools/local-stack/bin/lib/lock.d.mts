/** Runs `work` while holding the lock folder at `path`; waits for a live owner, takes over from a dead one. */
export function withLock<T>(
  path: string,
  work: () => T | Promise<T>,
  options?: { onWait?: (owner: number | undefined) => void },
): Promise<T>;
