/** What a page remembers when the browser forbids it to store anything. */
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

function isForbidden(name: 'localStorage' | 'sessionStorage'): boolean {
  try {
    window[name].getItem('');
    return false;
  } catch {
    return true;
  }
}

/**
 * Where all site data is blocked, even asking for the storage raises an error. Session, theme and payments under way are then
 * kept as long as the page lives (the server knows of payments itself). Shell, wallet library and remotes all find it here.
 */
export function bringStorage(): void {
  for (const name of ['localStorage', 'sessionStorage'] as const)
    if (isForbidden(name))
      Object.defineProperty(window, name, { value: new MemoryStorage(), configurable: true });
}

bringStorage();
