import { type Database, preparedQuery } from '@touchline/service-kit/data/database';
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
