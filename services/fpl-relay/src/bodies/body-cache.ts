import { type Body, createBody } from './bodies.ts';

/** Caches the last `max` serialised answers to free-form queries. A new `stamp`, the state of their data, empties it. */
export function createBodyCache(max: number): (key: string, stamp: string, data: () => unknown) => Body {
  const made = new Map<string, Body>();
  let madeFrom = '';
  return (key, stamp, data) => {
    if (stamp !== madeFrom) made.clear();
    madeFrom = stamp;
    const known = made.get(key);
    if (known) return known;
    const body = createBody(`W/"${stamp}"`, data()); // the URL, which an entity tag belongs to, holds the key
    for (const oldest of made.keys()) {
      if (made.size < max) break;
      made.delete(oldest);
    }
    made.set(key, body);
    return body;
  };
}
