const RECENT_MS = 60_000;

/** Counts the values that were added within the last minute. */
export function createRecentSet<T>() {
  const at = new Map<T, number>();
  return {
    add: (value: T) => void at.set(value, performance.now()),
    count: () => [...at.values()].filter((since) => performance.now() - since < RECENT_MS).length,
  };
}
