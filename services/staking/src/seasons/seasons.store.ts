import { type Database, query, queryOne } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';

/** A season; `ends_at` is the end of its locks in epoch ms. */
export interface Season {
  id: string;
  ends_at: number;
}

/** `seen_at` is the time of the relay's last report. */
export interface SeenSeason extends Season {
  seen_at: number;
}

const CURRENT =
  'select season as id, ends_at, seen_at from seasons order by seen_at desc, season desc limit 1';

/** The season that the relay reported last; null before its first reply. */
export async function findCurrentSeason(db: Knex): Promise<Season | null> {
  return (await queryOne<SeenSeason>(db, CURRENT)) ?? null;
}

/** Finds the current season and locks it until the transaction ends, so that a new lock gets its current end. */
export async function lockSeason(trx: Knex.Transaction): Promise<SeenSeason | null> {
  return (await queryOne<SeenSeason>(trx, `${CURRENT} for share`)) ?? null;
}

/** Stores the reported season and moves the ends of its locks. */
export async function storeSeason(db: Database, { id, ends_at }: Season, now: number): Promise<void> {
  await db.transaction(async (trx) => {
    const [before] = await query<{ ends_at: number }>(
      trx,
      'select ends_at from seasons where season = ? for update',
      [id],
    );
    await trx.raw(
      `insert into seasons (season, ends_at, seen_at) values (:id, :ends_at, :now)
       on conflict (season) do update set ends_at = excluded.ends_at, seen_at = excluded.seen_at`,
      { id, ends_at: new Date(ends_at), now: new Date(now) },
    );
    if (!before || before.ends_at === ends_at) return;
    await trx.raw(
      `update stakes set lock_end = ? where season = ? and lock_end = ? and state <> 'UNLOCKED'`,
      [new Date(ends_at), id, new Date(before.ends_at)],
    );
  });
}
