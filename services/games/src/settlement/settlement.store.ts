import { type Database, query } from '@touchline/service-kit/data/database';
import type { SettledGameweek } from '@touchline/standings/standings';
import type { Knex } from 'knex';

/** Marks a gameweek's points as final. */
export async function markSettled(
  trx: Knex.Transaction,
  season: string,
  gameweek: number,
  now: number,
): Promise<void> {
  await trx.raw('update gameweeks set settled_at = ? where season = ? and id = ? and settled_at is null', [
    new Date(now),
    season,
    gameweek,
  ]);
}

/** Reads the final gameweeks without stored points, by game. */
export async function readUnsettledGameweeks(db: Database, season: string): Promise<Map<string, number[]>> {
  const rows = await query<{ game_id: string; gameweeks: number[] }>(
    db,
    `select games.id as game_id, array_agg(gameweeks.id order by gameweeks.id) as gameweeks
     from games join gameweeks on gameweeks.season = games.season
       and gameweeks.id between games.first_gameweek and games.last_gameweek
     where games.season = ? and games.settlement <> 'FINAL' and gameweeks.settled_at is not null
       and not exists (select from settled_gameweeks as done where done.game_id = games.id and done.gameweek = gameweeks.id)
     group by games.id order by games.id`,
    [season],
  );
  return new Map(rows.map(({ game_id, gameweeks }) => [game_id, gameweeks]));
}

/** Deletes the stored points of a corrected gameweek in games that are not final, so that it is settled again. */
export async function reopenSettled(trx: Knex.Transaction, season: string, gameweek: number): Promise<void> {
  await trx.raw(
    `with reopened as (
       delete from settled_gameweeks as done using games
       where games.id = done.game_id and games.season = ? and done.gameweek = ? and games.settlement <> 'FINAL'
       returning done.game_id)
     delete from entry_gameweeks as stored using reopened
     where stored.game_id = reopened.game_id and stored.gameweek = ?`,
    [season, gameweek, gameweek],
  );
}

/**
 * Lets a game settle its gameweeks from `from` on again, with an entry that was confirmed late. Their points are replaced then: a
 * payment has no time to delete those of a million entries.
 */
export async function reopenGame(trx: Knex.Transaction, game: string, from: number): Promise<void> {
  await trx.raw('delete from settled_gameweeks where game_id = ? and gameweek >= ?', [game, from]);
}

/** Stores the final points of a gameweek for all entries, at a version of the game. Replaces those of a reopened gameweek. */
export async function writeSettled(
  trx: Knex.Transaction,
  settled: { game_id: string; game_version: number; inputs: Buffer | null },
  { gameweek, entries, stakeCutOff, read }: SettledGameweek,
): Promise<void> {
  const { game_id } = settled;
  await trx.raw('delete from entry_gameweeks where game_id = ? and gameweek = ?', [game_id, gameweek]);
  await trx.raw(
    `insert into settled_gameweeks (game_id, gameweek, game_version, inputs, stake_cut_off)
     values (?, ?, ?, ?, ?)`,
    [
      game_id,
      gameweek,
      settled.game_version,
      settled.inputs,
      Number.isFinite(stakeCutOff) ? new Date(stakeCutOff) : null,
    ],
  );
  for (let from = 0; from < entries; from += BATCH_SIZE)
    await trx.raw(
      `insert into entry_gameweeks (game_id, gameweek, ordinal, raw_points, points, coefficient, earned, rank)
       select :game_id, :gameweek, ordinal, raw_points, points, coefficient, earned, nullif(rank, 0)
       from unnest(:ordinal::int[], :raw_points::int[], :points::int[], :coefficient::int[], :earned::int[], :rank::int[])
         as settled (ordinal, raw_points, points, coefficient, earned, rank)`,
      { game_id, gameweek, ...read(from, Math.min(entries, from + BATCH_SIZE)) },
    );
}

/** Entries per statement. */
const BATCH_SIZE = 50_000;
