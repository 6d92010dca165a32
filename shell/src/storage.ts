/** Replacement for blocked storage. Its content is lost when the page closes. */
class MemoryStorage implements Storage {
  readonly #items = new Map<string, string>();
  get length() {
    return this.#items.size;
  }
  key(index: number) {
    return [...this.#items.keys()][index] ?? null;
  }
  getItem(key: string) {
    return this.#items.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    this.#items.set(key, String(value));
  }
  removeItem(key: string) {
    this.#items.delete(key);
  }
  clear() {
    this.#items.clear();
  }
}

function isBlocked(name: 'localStorage' | 'sessionStorage'): boolean {
  try {
    window[name].getItem('');
    return false;
  } catch {
    return true;
  }
}

/**
 * Replaces `localStorage` and `sessionStorage` if the browser blocks site data, because even reading them throws. Session, theme and
 * pending payments are then lost when the page closes (the server tracks payments itself). Shell, wallet library and remotes all use
 * the replacement. Locks, which such a browser rejects, are removed: all callers manage without them.
 */
export function replaceBlockedStorage(): void {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    if (!isBlocked(name)) continue;
    Object.defineProperty(window, name, { value: new MemoryStorage(), configurable: true });
    Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });
  }
}

/** Stores an item. @returns false if the storage is full */
export function tryStore(storage: Storage, key: string, value: string): boolean {
  try {
    storage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

replaceBlockedStorage();
