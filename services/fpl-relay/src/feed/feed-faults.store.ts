import { type Database, queryOne } from '@touchline/service-kit/data/database';

const HOUR_MS = 3_600_000;
const RETENTION_MS = 7 * 24 * HOUR_MS;

/** Counts a fault; `now` is epoch ms. */
export async function addFeedFault(db: Database, now: number): Promise<void> {
  await db.raw(
    `with old as (delete from feed_faults where hour < :kept)
     insert into feed_faults (hour, faults) values (:hour, 1)
     on conflict (hour) do update set faults = feed_faults.faults + 1`,
    { hour: new Date(now - (now % HOUR_MS)), kept: new Date(now - RETENTION_MS) },
  );
}

/** Counts the faults of all replicas in the last 24 hours; `now` is epoch ms. */
export async function countFeedFaults(db: Database, now: number): Promise<number> {
  const row = await queryOne<{ faults: number }>(
    db,
    'select coalesce(sum(faults), 0)::int as faults from feed_faults where hour > ?',
    [new Date(now - 24 * HOUR_MS)],
  );
  return row!.faults;
}
