import { addAdjustments } from '../adjustments/adjustments.ts';
import { findGameweek, type Season } from '../football/season.ts';
import { copyInto, createShared } from '../scoring/columns.ts';
import { copyColumn, inBlocks, type Pass } from '../scoring/pass.ts';
import type { PreviousRanks, ScoredTable } from './entry-table.ts';
import { computeRanks } from './ranking.ts';

interface RankContext {
  season: Season;
  /** Running or last gameweek; null before the first. */
  gameweek: number | null;
}

/**
 * Computes the ranks after the gameweek before the running or last one, which current ranks are compared with. By index: 0 for
 * unranked entries, entries that joined later are missing. Null when no gameweek had been settled.
 */
export function* computePreviousRanks(table: ScoredTable, context: RankContext): Pass<PreviousRanks> {
  const { gameweek } = context;
  const { settled, settledVersion, previousRanks: known } = table;
  const adjusted = [...table.adjustments].map(([index, { gross, earned }]) => `${index}:${gross}:${earned}`);
  const key = [gameweek, settled.size, settledVersion, ...table.unranked, ...adjusted].join();
  return known?.key === key ? known : { key, ranks: yield* compute(table, context) };
}

function* compute(table: ScoredTable, { gameweek, season }: RankContext): Pass<Int32Array | null> {
  const before = [...table.settled].filter((id) => gameweek !== null && id < gameweek);
  if (before.length === 0) return null;
  const end = findGameweek(season, Math.max(...before))?.end ?? Number.POSITIVE_INFINITY;
  const joined = countJoinedBy(end, table);
  const unranked = new Set([...table.unranked].filter((index) => index < joined));
  // An entry whose payment was found late has an early time at a late index: some entries before it joined after the end.
  yield* inBlocks(joined, (from, to) => {
    for (let index = from; index < to; index += 1) if (table.joinedAt[index]! > end) unranked.add(index);
  });
  // Once the shown gameweek is settled, the sums include it.
  const shown = table.lastSettled.gameweek === gameweek ? table.lastSettled : null;
  // Adjustments count on both sides of the comparison, so they do not show as a move.
  const sums = {
    earned: yield* subtractColumn(table.settledEarned, shown?.earned, joined),
    gross: yield* subtractColumn(table.settledPoints, shown?.points, joined),
  };
  addAdjustments(sums, table.adjustments);
  const { ranks } = yield* computeRanks(sums.earned, sums.gross, unranked, table.workspace);
  return copyInto(ranks, createShared(Int32Array, joined));
}

/** Counts the entries up to the last one that had joined at an instant (epoch ms). */
function countJoinedBy(instant: number, { joinedAt, count }: ScoredTable): number {
  let joined = count;
  while (joined > 0 && joinedAt[joined - 1]! > instant) joined -= 1;
  return joined;
}

function* subtractColumn(sums: Int32Array, last: Int32Array | undefined, count: number): Pass<Int32Array> {
  const values = yield* copyColumn(sums, count);
  if (last)
    yield* inBlocks(count, (from, to) => {
      for (let index = from; index < to; index += 1) values[index]! -= last[index] ?? 0;
    });
  return values;
}
