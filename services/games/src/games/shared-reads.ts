/**
 * Lets callers that come while a read runs share the next one. What a caller gets was read after it asked, however many
 * ask at once.
 */
export function shareReads<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const running = new Map<string, Promise<unknown>>();
  const next = new Map<string, Promise<T>>();
  return (key) => {
    const shared = next.get(key);
    if (shared) return shared;
    const started = (running.get(key) ?? Promise.resolve()).then(() => {
      next.delete(key);
      const reading = read(key);
      const ended = reading
        .catch(() => {})
        .then(() => {
          if (running.get(key) === ended) running.delete(key);
        });
      running.set(key, ended);
      return reading;
    });
    next.set(key, started);
    return started;
  };
}
