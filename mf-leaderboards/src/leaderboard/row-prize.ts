import type { Leaderboard } from '@touchline/api/http/leaderboard';
import type { GamePrizes, PrizeLevel } from '@touchline/api/http/prizes';
import type { RankingsParams } from '../rankings-params.ts';
import type { DisplayRow } from './display-row.ts';

/** The prizes of a game for the rows of its leaderboard. */
export interface RowPrizes {
  prizes: GamePrizes;
  /** Last place of the group of each rank, as far as the page shows it. */
  groupEnds: ReadonlyMap<number, number>;
  /** True if the rows follow each other by rank, without a filter. */
  isOrdered: boolean;
  /** Place of the page's last row; null if it ends the list. */
  pageEnd: number | null;
}

/**
 * Reports whether all teams can win a prize, so that a rank is a place of the table. Otherwise teams move up (game rule 8.11). Unknown
 * until the review, which determines who can win, and reported as false.
 */
export const canAllWin = ({ prizes: { eligibility, state }, entrants }: GamePrizes, teams: number) =>
  eligibility === 'ALL' || (state !== 'PREVIEW' && state !== 'PROVISIONAL' && entrants >= teams);

/**
 * Finds the last place of each group of equal ranks: the place before the next rank. The group of the last row ends on this page only if
 * the list does.
 * @param rows ascending by rank, without a filter
 * @param end the last place of the list, if it is on this page
 */
export function findGroupEnds(rows: readonly Pick<DisplayRow, 'rank'>[], end: number | null) {
  const ends = new Map<number, number>();
  for (const [index, { rank }] of rows.entries()) {
    const next = rows.slice(index + 1).find((row) => row.rank > rank);
    const last = next ? next.rank - 1 : end;
    if (last !== null) ends.set(rank, last);
  }
  return ends;
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

/**
 * Computes the prize of a rank in wei (game rule 8.10); null without a prize. Tied entries share the amounts of their places. It is an
 * upper bound if the rank may share its prize with entries of other pages.
 */
export function computeRowPrize(rank: number, { prizes, groupEnds }: RowPrizes) {
  const { levels } = prizes;
  const index = levels.findIndex(({ from, to }) => rank >= from && rank <= to);
  const level = levels[index];
  if (!level) return null;
  const end = groupEnds.get(rank) ?? findGroupEnd(rank, levels, index);
  // A group that ends within the level has the amount of each place.
  if (end !== null && end <= level.to) return { amount: BigInt(level.amount), isUpperBound: false };
  if (end === null) return { amount: BigInt(level.amount), isUpperBound: true };
  const sum = levels.reduce((total, { from, to, amount }) => {
    const places = Math.min(to, end) - Math.max(from, rank) + 1;
    return places > 0 ? total + BigInt(places) * BigInt(amount) : total;
  }, 0n);
  return { amount: sum / BigInt(end - rank + 1), isUpperBound: false };
}

/** Finds the end of a group by the entries on the last places of the levels; null if they do not determine it. */
function findGroupEnd(rank: number, levels: readonly PrizeLevel[], index: number): number | null {
  for (const { from, last } of levels.slice(index)) {
    if (!last) return null;
    // The entry on the last place of the level ranks below the group.
    if (last.rank > rank) return from <= rank || last.rank === from ? last.rank - 1 : null;
  }
  return null;
}

/** Points that an entry lacks to the next better prize, and the amount of that prize in wei; null without one. */
export function findNextPrize(
  { rank, total_points }: Pick<DisplayRow, 'rank' | 'total_points'>,
  { levels }: Pick<GamePrizes, 'levels'>,
): { points: number; amount: string } | null {
  const better = levels.filter(({ to }) => to < rank).at(-1);
  if (!better?.last) return null;
  const points = better.last.earned_points - total_points;
  return points > 0 ? { points, amount: better.amount } : null;
}

/**
 * Reports whether the line below the last paid place is below this row. Entries that tie over the last paid place are all above it. The
 * line is also below the last row of a page, although the next page may continue its tie.
 */
export function isLastPaid(
  row: Pick<DisplayRow, 'rank'>,
  next: Pick<DisplayRow, 'rank'> | undefined,
  { prizes, isOrdered, pageEnd }: RowPrizes,
): boolean {
  const places = prizes.levels.at(-1)?.to ?? 0;
  if (!isOrdered || row.rank > places) return false;
  return next ? next.rank > places : pageEnd !== null && pageEnd >= places;
}
