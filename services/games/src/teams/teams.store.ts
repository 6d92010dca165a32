import { type Database, preparedQuery, queryOne } from '@touchline/service-kit/data/database';
import { type ExplainByPlayer, type ExplainLine, explainKey } from './player-fixtures.ts';

/** Finds the explain lines (sources of points) of players in a gameweek. */
export async function findExplainLines(
  db: Database,
  season: string,
  gameweek: number,
  players: readonly number[],
): Promise<ExplainByPlayer> {
  const rows = await preparedQuery<{ player: number; fixture: number; explain: ExplainLine[] }>(
    db,
    'explained-scores',
    'select player, fixture, explain from fixture_scores where season = ? and gameweek = ? and player = any(?)',
    [season, gameweek, [...players]],
  );
  return new Map(rows.map(({ player, fixture, explain }) => [explainKey(player, fixture), explain]));
}

/** Finds the prize of an entry in wei, after the settlement of its game; null without one. */
export async function findSettledPrize(db: Database, entryId: string): Promise<string | null> {
  const row = await queryOne<{ amount: string }>(
    db,
    `select a.amount from entries as e join prize_awards as a using (game_id, ordinal)
     join prize_settlements as s using (game_id) where e.id = ? and s.settled_at is not null and a.leaf is not null`,
    [entryId],
  );
  return row?.amount ?? null;
}
