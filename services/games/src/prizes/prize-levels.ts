import type { PrizeSummary } from '@touchline/api/http/prize-plans';
import type { PrizeLevel } from '@touchline/api/http/prizes';
import { earnedPoints } from '@touchline/rules/points';
import type { Row } from '@touchline/standings/standings';
import type { StoredGame } from '../games/game.ts';
import type { StandingsCache } from '../standings/cache.ts';

/** Finds the entry on the last place of each prize level; none before the first points. */
export async function findLevels(
  { standings: cache }: { standings: Pick<StandingsCache, 'getForRead'> },
  game: StoredGame,
  { table }: PrizeSummary,
): Promise<PrizeLevel[]> {
  if (game.participants === 0 || table.length === 0) return table.map((row) => ({ ...row, last: null }));
  const { ranking, summary } = await cache.getForRead(game.id);
  if (summary.gameweek === null) return table.map((row) => ({ ...row, last: null }));
  return Promise.all(
    table.map(async (row) => {
      const { rows } = await ranking.list({ sort: 'rank', order: 'asc', from: row.to - 1, limit: 1 });
      return { ...row, last: rows[0] ? pickLast(rows[0]) : null };
    }),
  );
}

const pickLast = ({ rank, id, wallet, team_name, earned }: Row): PrizeLevel['last'] => ({
  rank: rank!,
  participation_id: id,
  wallet_address: wallet,
  team_name,
  earned_points: earnedPoints(earned),
});
