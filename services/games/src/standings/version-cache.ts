import { LRUCache } from 'lru-cache';

/**
 * Creates a cache of results that belong to a version, such as the standings of one computation. They are released with their version;
 * failures are not kept.
 * @param max results per version
 */
export function createVersionCache<V extends object, T>(max: number) {
  const results = new WeakMap<V, LRUCache<string, Promise<T>>>();
  return (version: V, key: string, build: () => Promise<T>): Promise<T> => {
    const known = results.get(version) ?? new LRUCache<string, Promise<T>>({ max });
    results.set(version, known);
    const cached = known.get(key);
    if (cached) return cached;
    const result = build();
    known.set(key, result);
    result.catch(() => known.delete(key));
    return result;
  };
}
