/** Replaces a forbidden storage; lasts as long as the page. */
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
 * Where site data is blocked, even reading `localStorage` throws. Session, theme and pending payments then last as long as the
 * page (the server tracks payments itself). Shell, wallet library and remotes all use the replacement.
 */
export function replaceBlockedStorage(): void {
  for (const name of ['localStorage', 'sessionStorage'] as const)
    if (isBlocked(name))
      Object.defineProperty(window, name, { value: new MemoryStorage(), configurable: true });
}

replaceBlockedStorage();
