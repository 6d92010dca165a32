import { type Body, createBody } from './bodies.ts';

/**
 * Answers to what strangers word themselves: the last `most` of them, serialised once. `stamp` names the state of the
 * data they are made from; another one makes all of them anew.
 */
export function createBodyCache(most: number): (key: string, stamp: string, data: () => unknown) => Body {
  const made = new Map<string, Body>();
  let madeFrom = '';
  return (key, stamp, data) => {
    if (stamp !== madeFrom) made.clear();
    madeFrom = stamp;
    const known = made.get(key);
    if (known) return known;
    const body = createBody(`W/"${stamp}"`, data()); // an entity tag belongs to its URL, which holds the rest of the key
    for (const oldest of made.keys()) {
      if (made.size < most) break;
      made.delete(oldest);
    }
    made.set(key, body);
    return body;
  };
}
