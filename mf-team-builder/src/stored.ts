import type { z } from 'zod/mini';

/** Parses a stored JSON value; null if there is none or it does not match the schema. */
export function parseStored<T>(text: string | null, schema: z.ZodMiniType<T>): T | null {
  try {
    return schema.parse(JSON.parse(text ?? 'null'));
  } catch {
    return null;
  }
}

/** Stores a text. Returns false if the storage is full. */
export function tryStore(storage: Storage, key: string, text: string): boolean {
  try {
    storage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Reads and writes the texts of a storage whose keys have a common prefix. A text that does not fit into a full storage lasts as long
 * as the page.
 */
export function createStoredTexts(prefix: string, storage: Storage = localStorage) {
  const unstored = new Map<string, string>();
  return {
    find: (id: string) => unstored.get(prefix + id) ?? storage.getItem(prefix + id),
    save(id: string, text: string): void {
      const key = prefix + id;
      if (tryStore(storage, key, text)) unstored.delete(key);
      else unstored.set(key, text);
    },
    /** Removes a text, or only this one: another tab may have stored another in between. */
    remove(id: string, only?: string): void {
      const key = prefix + id;
      if (only === undefined || unstored.get(key) === only) unstored.delete(key);
      if (only === undefined || storage.getItem(key) === only) storage.removeItem(key);
    },
    /** Lists the ids of all texts. */
    list(): string[] {
      const stored = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
      const keys = [...stored, ...unstored.keys()].filter((key) => key.startsWith(prefix));
      return [...new Set(keys)].sort().map((key) => key.slice(prefix.length));
    },
    /** Calls `listener` after changes in another tab. Returns the function that unsubscribes. */
    subscribe(listener: () => void): () => void {
      const onStorage = ({ key }: StorageEvent) => {
        if (key === null || key.startsWith(prefix)) listener();
      };
      window.addEventListener('storage', onStorage);
      return () => window.removeEventListener('storage', onStorage);
    },
  };
}
