import type { Game } from '@touchline/api/http/games';
import type { Leaderboard } from '@touchline/api/http/leaderboard';
import type { GamePrizes } from '@touchline/api/http/prizes';
import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import type { DisplayRow } from '../leaderboard/display-row.ts';
import { canAllWin, findGroupEnds, type RowPrizes } from '../leaderboard/row-prize.ts';
import type { RankingsParams } from '../rankings-params.ts';
import { prizesQuery } from './rankings.queries.ts';

/** Loads the prize levels of a game that has prizes. */
export function useGamePrizes(game: Game) {
  const { api } = useHost();
  const { pool, state } = game.prizes;
  return useQuery({ ...prizesQuery(api, game.id), enabled: pool !== '0' && state !== 'NONE' });
}

/**
 * Prizes of the rows of a page; null while unknown and without prizes. Null also while some teams cannot win: the others move up, by a
 * number of places that the leaderboard does not show.
 */
export function toRowPrizes(
  prizes: GamePrizes | undefined,
  params: RankingsParams,
  rows: readonly DisplayRow[],
  { total, summary }: Pick<Leaderboard, 'total' | 'summary'>,
): RowPrizes | null {
  if (!prizes || prizes.levels.length === 0) return null;
  if (!canAllWin(prizes, summary.total_players)) return null;
  const { page, per_page, search, staked_only, sort_by, sort_order } = params;
  const isOrdered = search === '' && !staked_only && sort_by === 'total_points' && sort_order === 'desc';
  if (!isOrdered) return { prizes, groupEnds: new Map(), isOrdered, pageEnd: null };
  const isLastPage = page * per_page >= total;
  const groupEnds = findGroupEnds(rows, isLastPage ? total : null);
  return { prizes, groupEnds, isOrdered, pageEnd: isLastPage ? null : page * per_page };
}
