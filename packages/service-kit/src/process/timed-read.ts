/** A read whose result is shared for a while. */
export interface TimedRead<T> {
  /** Returns the result of a read that started less than `maxAgeMs` ago, or reads again. */
  read(maxAgeMs?: number): Promise<T>;
  /** Makes the next call read again. */
  forget(): void;
}

/** Shares each result of `load` between the calls of `maxAgeMs`, counted from the start of the read. A failed read is not kept. */
export function createTimedRead<T>(maxAgeMs: number, load: () => Promise<T>): TimedRead<T> {
  let last: { at: number; value: Promise<T> } | null = null;
  return {
    read(maxAge = maxAgeMs) {
      const at = performance.now();
      if (last && at - last.at < maxAge) return last.value;
      const started = { at, value: load() };
      last = started;
      started.value.catch(() => {
        if (last === started) last = null;
      });
      return started.value;
    },
    forget() {
      last = null;
    },
  };
}
