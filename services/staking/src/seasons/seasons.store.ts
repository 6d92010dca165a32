import type { Knex } from 'knex';

/** A season and the end of its locks, epoch ms. */
export interface Season {
  season: string;
  ends_at: number;
}

/** The same as stored; `seen_at` is when the relay named it last. */
export interface SeenSeason extends Season {
  seen_at: number;
}

/** The season that the relay named last; null before it ever answered. */
export async function currentSeason(db: Knex): Promise<Season | null> {
  const { rows } = await db.raw(
    `select season, ends_at
     from seasons order by seen_at desc, season desc limit 1`,
  );
  return rows[0] ?? null;
}

/** The same, held until the transaction ends: a lock that begins in it ends with the season wherever that moves. */
export async function holdSeason(trx: Knex.Transaction): Promise<SeenSeason | null> {
  const { rows } = await trx.raw(
    `select season, ends_at,
       seen_at
     from seasons order by seen_at desc, season desc limit 1 for share`,
  );
  return rows[0] ?? null;
}

/** Stores what the relay said; locks that ended with the season go on ending with it. */
export async function storeSeason(db: Knex, { season, ends_at }: Season, now: number): Promise<void> {
  await db.transaction(async (trx) => {
    const { rows } = await trx.raw('select ends_at from seasons where season = ? for update', [season]);
    await trx.raw(
      `insert into seasons (season, ends_at, seen_at) values (:season, :ends_at, :now)
       on conflict (season) do update set ends_at = excluded.ends_at, seen_at = excluded.seen_at`,
      { season, ends_at: new Date(ends_at), now: new Date(now) },
    );
    if (!rows[0] || rows[0].ends_at === ends_at) return;
    await trx.raw(
      `update stakes set lock_end = ? where season = ? and lock_end = ? and state <> 'UNLOCKED'`,
      [new Date(ends_at), season, new Date(rows[0].ends_at)],
    );
  });
}
