/** Counts what is open at the same time, by key: connections, streams, requests. */
export interface OpenCounts {
  count(key: string): number;
  /** Counts one more until the returned function is called, once. */
  add(key: string): () => void;
}

export function createOpenCounts(): OpenCounts {
  const open = new Map<string, number>();
  const count = (key: string) => open.get(key) ?? 0;
  return {
    count,
    add(key) {
      open.set(key, count(key) + 1);
      return () => {
        if (count(key) > 1) open.set(key, count(key) - 1);
        else open.delete(key);
      };
    },
  };
}
