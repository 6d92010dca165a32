import { type Database, query, queryOne } from '@touchline/service-kit/data/database';
import { createBatcher } from '@touchline/service-kit/process/shared-work';
import { buildKey, type Count, type Counts, type LimitOptions, type MemoryCounts } from './client-limits.ts';

/** Maximum number of points per statement. */
const MAX_BATCH = 500;
/** Collects concurrent requests: before a deadline many users send requests, each with a different key. */
const BATCH_PAUSE_MS = 10;

/**
 * Counts in the database for all replicas, by its clock. Points that arrive while a statement is running share the next one.
 * `memory` rejects keys without points left, without a query, and counts alone while Postgres is unavailable.
 */
export function createSharedCounts(db: Database, memory: MemoryCounts): Counts {
  const addToBatch = createBatcher((take: () => readonly Point[]) => addPoints(db, take()), {
    maxBatch: MAX_BATCH,
    pauseMs: () => BATCH_PAUSE_MS,
  });
  return {
    async add(key, limit) {
      const known = memory.read(key, limit);
      if (known && known.points > limit.points) return known;
      try {
        const count = await addToBatch({ key: buildKey(key, limit), seconds: limit.seconds });
        if (count.points > limit.points) memory.set(key, limit, count);
        return count;
      } catch {
        return memory.add(key, limit);
      }
    },
    async read(key, limit) {
      const known = memory.read(key, limit);
      if (known && known.points > limit.points) return known;
      return readCount(db, buildKey(key, limit)).catch(() => known);
    },
  };
}

/** Deletes the counts of windows that have ended. */
export async function deleteExpiredCounts(db: Database): Promise<void> {
  await query(db, 'delete from rate_limits where expires_at <= now()');
}

/** Until now, not until the start of the transaction: the row may have been created while it waited for the lock. */
const MS_LEFT = 'cast(extract(epoch from expires_at - clock_timestamp()) * 1000 as float8) as "msLeft"';

async function readCount(db: Database, key: string): Promise<Count | null> {
  const sql = `select points, ${MS_LEFT} from rate_limits where key = ? and expires_at > clock_timestamp()`;
  return (await queryOne<Count>(db, sql, [key])) ?? null;
}

/** A point of a key, whose window has `seconds` if it starts now. */
interface Point extends Pick<LimitOptions, 'seconds'> {
  key: string;
}

/** Sorted, so that replicas lock rows in the same order and cannot deadlock. */
const ADD_POINTS = `
  insert into rate_limits as counted (key, points, expires_at)
  select key, count(*), now() + max(seconds) * interval '1 second'
  from unnest(cast(:keys as text[]), cast(:seconds as integer[])) as batch (key, seconds)
  group by key order by key
  on conflict (key) do update set
    points = case when counted.expires_at <= now() then 0 else counted.points end + excluded.points,
    expires_at = case when counted.expires_at <= now() then excluded.expires_at else counted.expires_at end
  returning key, points, ${MS_LEFT}`;

async function addPoints(db: Database, batch: readonly Point[]): Promise<Count[]> {
  const rows = await query<Count & { key: string }>(db, ADD_POINTS, {
    keys: batch.map(({ key }) => key),
    seconds: batch.map(({ seconds }) => seconds),
  });
  const counts = new Map(rows.map((row) => [row.key, row]));
  // The last point of a key gets the total, each earlier one the total without the later ones.
  return batch
    .toReversed()
    .map(({ key }) => {
      const { points, msLeft } = counts.get(key)!;
      counts.get(key)!.points -= 1;
      return { points, msLeft };
    })
    .reverse();
}
