import { useMemo, useSyncExternalStore } from 'react';

const STORAGE_KEY = 'touchline.watchlist';

export interface Watchlist {
  /** Season-stable codes of the watched players. */
  codes: ReadonlySet<number>;
  /** Adds a player, or removes a watched one. */
  toggle(code: number): void;
}

/** The players that this browser's user watches, the same in all remotes and tabs. */
export function useWatchlist(): Watchlist {
  const text = useSyncExternalStore(subscribe, read, () => null);
  return useMemo(() => {
    const codes = parse(text);
    const toggle = (code: number) =>
      write(codes.has(code) ? [...codes].filter((each) => each !== code) : [...codes, code]);
    return { codes, toggle };
  }, [text]);
}

const read = () => localStorage.getItem(STORAGE_KEY);

function parse(text: string | null): Set<number> {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return new Set(Array.isArray(value) ? value.filter((code) => Number.isInteger(code)) : []);
  } catch {
    return new Set();
  }
}

/** Stores the list. A browser that cannot store it keeps the previous one. */
function write(codes: readonly number[]): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(codes));
  } catch {
    return;
  }
  // Browsers send this event to other tabs only.
  window.dispatchEvent(new StorageEvent('storage', { key: STORAGE_KEY }));
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}
