import type { Knex } from 'knex';
import { type ExplainByPlayer, explainKey } from './player-fixtures.ts';

/** Where the points of some players in a gameweek came from. */
export async function explainOf(
  db: Knex,
  season: string,
  gameweek: number,
  players: readonly number[],
): Promise<ExplainByPlayer> {
  const { rows } = await db.raw(
    'select player, fixture, explain from fixture_scores where season = ? and gameweek = ? and player = any(?)',
    [season, gameweek, [...players]],
  );
  return new Map(
    rows.map((row: { player: number; fixture: number; explain: [] }) => [
      explainKey(row.player, row.fixture),
      row.explain,
    ]),
  );
}
