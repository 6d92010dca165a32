import { type Database, query, queryOne } from '@touchline/service-kit/database';
import type { Knex } from 'knex';

/** A season and the end of its locks, epoch ms. */
export interface Season {
  id: string;
  ends_at: number;
}

/** `seen_at` is when the relay last reported the season. */
export interface SeenSeason extends Season {
  seen_at: number;
}

const CURRENT =
  'select season as id, ends_at, seen_at from seasons order by seen_at desc, season desc limit 1';

/** The season that the relay reported last; null before its first answer. */
export async function currentSeason(db: Knex): Promise<Season | null> {
  return (await queryOne<SeenSeason>(db, CURRENT)) ?? null;
}

/** The current season, held until the transaction ends, so that the end of a new lock moves with the season's. */
export async function holdSeason(trx: Knex.Transaction): Promise<SeenSeason | null> {
  return (await queryOne<SeenSeason>(trx, `${CURRENT} for share`)) ?? null;
}

/** Stores what the relay reported; the ends of locks move with the end of their season. */
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
