import { earnedThousandths } from '@touchline/rules/earned';
import { type Database, query } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';
import type { PointsColumns } from '../scoring/kernel.ts';

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

/** Results of a gameweek, by index. */
export interface SettledColumns extends PointsColumns {
  /** Thousandths. */
  coefficients: Uint16Array;
  /** 0 for unranked entries; null when unknown. */
  ranks: Int32Array | null;
}

/** Stores the results of a final gameweek for all entries, at a version of the game. */
export async function writeSettled(
  trx: Knex.Transaction,
  settled: { game_id: string; gameweek: number; game_version: number; now: number },
  { raw, points, coefficients, ranks }: SettledColumns,
): Promise<void> {
  const { game_id, gameweek } = settled;
  await trx.raw(
    'insert into settled_gameweeks (game_id, gameweek, game_version, settled_at) values (?, ?, ?, ?)',
    [game_id, gameweek, settled.game_version, new Date(settled.now)],
  );
  for (let from = 0; from < points.length; from += BATCH_SIZE) {
    const indices = Array.from(
      { length: Math.min(BATCH_SIZE, points.length - from) },
      (_, place) => from + place,
    );
    await trx.raw(
      `insert into entry_gameweeks (game_id, gameweek, ordinal, raw_points, points, coefficient, earned, rank)
       select ?, ?, ordinal, raw_points, points, coefficient, earned, nullif(rank, 0)
       from unnest(?::int[], ?::int[], ?::int[], ?::int[], ?::int[], ?::int[])
         as settled (ordinal, raw_points, points, coefficient, earned, rank)`,
      [
        game_id,
        gameweek,
        indices.map((index) => index + 1),
        indices.map((index) => raw[index]!),
        indices.map((index) => points[index]!),
        indices.map((index) => coefficients[index]!),
        indices.map((index) => earnedThousandths(points[index]!, coefficients[index]!)),
        indices.map((index) => ranks?.[index] ?? 0),
      ],
    );
  }
}

/** Entries per statement. */
const BATCH_SIZE = 50_000;
