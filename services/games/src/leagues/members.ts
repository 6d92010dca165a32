import type { Database } from '@touchline/service-kit/data/database';
import { LRUCache } from 'lru-cache';
import type { StoredLeague } from './league.ts';
import { readOrdinals } from './members.store.ts';

/** Ordinals of a league's members at a version of the league. */
interface Members {
  version: number;
  ordinals: Int32Array;
}

/** Members in memory, four bytes each. */
const MAX_CACHED_MEMBERS = 4_000_000;

/** Creates the function that returns the members of a league as ordinals. It reads only those who joined since its last call. */
export function createMemberCache(db: Database): (league: StoredLeague) => Promise<Int32Array> {
  const cache = new LRUCache<string, Members>({
    maxSize: MAX_CACHED_MEMBERS,
    sizeCalculation: ({ ordinals }) => ordinals.length + 1,
  });
  return async ({ id, version, removed_version }) => {
    const known = cache.get(id);
    if (known && known.version >= version) return known.ordinals;
    const isUsable = known !== undefined && known.version >= removed_version;
    const added = await readOrdinals(db, id, { after: isUsable ? known.version : 0, to: version });
    const ordinals = isUsable ? concatenate(known.ordinals, added) : added;
    if ((cache.get(id)?.version ?? 0) < version) cache.set(id, { version, ordinals });
    return ordinals;
  };
}

function concatenate(first: Int32Array, second: Int32Array): Int32Array {
  const both = new Int32Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
