import type { z } from 'zod/mini';

/** Work in progress of an admin that survives a reload in local storage. `empty` is returned if nothing valid is stored. */
export function createStored<T>(prefix: string, schema: z.ZodMiniType<T>, empty: T) {
  const buildKey = (wallet: string) => `${prefix}:${wallet}`;
  function parse(stored: string | null): T {
    try {
      return schema.parse(JSON.parse(stored ?? ''));
    } catch {
      return empty;
    }
  }
  return {
    buildKey,
    parse,
    load(wallet: string): T {
      try {
        return parse(localStorage.getItem(buildKey(wallet)));
      } catch {
        return empty;
      }
    },
    /** Stores `value`, or nothing if it is null. */
    save(wallet: string, value: T | null): void {
      const key = buildKey(wallet);
      try {
        // Removed first: a full storage must not keep an earlier value, which the runner would load.
        localStorage.removeItem(key);
        if (value !== null) localStorage.setItem(key, JSON.stringify(value));
      } catch {
        // Storage is blocked or full. The server and the chain know what was sent.
      }
    },
  };
}
