import { createBatcher } from '@touchline/service-kit/process/batcher';
import type { Knex } from 'knex';

/** Points to count for a key. `expire` (epoch ms) is the end of its window if it starts now. */
interface Take {
  key: string;
  points: number;
  expire: number;
}

interface Count {
  points: number;
  expire: number;
}

/** Maximum number of takes per statement. */
const MAX_BATCH = 500;
/** Collects concurrent takes: before a deadline many users send requests, each with a different key. */
const BATCH_PAUSE_MS = 10;

/**
 * Counts points in the database for all replicas. Takes that arrive while a statement is running share the next one.
 * @returns a function that counts points and resolves to the total of the window, including this take
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
    const sum = sums.get(key) ?? { points: 0, expire };
    sums.set(key, { ...sum, points: sum.points + points });
  }
  // Sorted, so that replicas lock rows in the same order and cannot deadlock.
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
  // The last take of a key gets the total; each earlier take gets the total without the later ones.
  const counts = takes.toReversed().map(({ key, points }) => {
    const row = counted.get(key)!;
    const count = { points: row.points, expire: row.expire };
    row.points -= points;
    return count;
  });
  return counts.reverse();
}
