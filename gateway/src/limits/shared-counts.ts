import { createBatcher } from '@touchline/service-kit/batcher';
import type { Knex } from 'knex';

/** Takes of one key, and when its window ends if it begins now (epoch ms). */
interface Take {
  key: string;
  points: number;
  expire: number;
}

interface Count {
  points: number;
  expire: number;
}

/** Keys in one statement. */
const MAX_BATCH = 500;
/** At a deadline everybody takes a point at once, each with a key of his own. */
const BATCH_PAUSE_MS = 10;

/**
 * Counts the points of keys in the database for all replicas; takes that come while a statement is under way share the next one.
 * @returns counts points; resolves to what was taken in the window up to and including this take
 */
export function createSharedCounts(db: Knex) {
  const count = createBatcher((takes: readonly Take[]) => countBatch(db, takes), {
    maxBatch: MAX_BATCH,
    pauseMs: BATCH_PAUSE_MS,
  });
  return (key: string, points: number, expire: number): Promise<Count> => count({ key, points, expire });
}

async function countBatch(db: Knex, takes: readonly Take[]): Promise<Count[]> {
  const sums = new Map<string, Count>();
  for (const { key, points, expire } of takes) {
    const before = sums.get(key) ?? { points: 0, expire };
    sums.set(key, { ...before, points: before.points + points });
  }
  // In one order everywhere: replicas that count the same keys would wait for each other.
  const keys = [...sums.keys()].sort();
  const { rows } = await db.raw<{ rows: (Count & { key: string })[] }>(
    `insert into rate_limits as counted (key, points, expire)
     select * from unnest(cast(:keys as text[]), cast(:sums as integer[]), cast(:expires as bigint[]))
     on conflict (key) do update set
       points = case when counted.expire <= :now then excluded.points else counted.points + excluded.points end,
       expire = case when counted.expire <= :now then excluded.expire else counted.expire end
     returning key, points, expire`,
    {
      keys,
      sums: keys.map((key) => sums.get(key)!.points),
      expires: keys.map((key) => sums.get(key)!.expire),
      now: Date.now(),
    },
  );
  const counted = new Map(rows.map((row) => [row.key, row]));
  // The last take of a key has the sum of all, the one before less by its points, and so on.
  const counts = takes.toReversed().map(({ key, points }) => {
    const row = counted.get(key)!;
    const count = { points: row.points, expire: row.expire };
    row.points -= points;
    return count;
  });
  return counts.reverse();
}
