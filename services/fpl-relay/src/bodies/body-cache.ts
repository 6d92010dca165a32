import { LRUCache } from 'lru-cache';
import { type Body, createBody } from './bodies.ts';

/** Caches up to `max` response bodies for free-form queries. A new `stamp`, which identifies the data, empties the cache. */
export function createBodyCache(max: number): (key: string, stamp: string, data: () => unknown) => Body {
  const bodies = new LRUCache<string, Body>({ max });
  let currentStamp = '';
  return (key, stamp, data) => {
    if (stamp !== currentStamp) bodies.clear();
    currentStamp = stamp;
    const cached = bodies.get(key);
    if (cached) return cached;
    const body = createBody(`W/"${stamp}"`, data()); // an entity tag is specific to its URL, which contains the key
    bodies.set(key, body);
    return body;
  };
}
