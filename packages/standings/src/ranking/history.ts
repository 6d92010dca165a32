import { addAdjustments } from '@touchline/rules/adjustments';
import { findGameweek, type Season } from '@touchline/rules/season';
import { createShared } from '../columns/memory.ts';
import type { Table } from '../table.ts';
import { computeRanks } from './rank.ts';

/** Ranks after a previous gameweek, with a key of their inputs. */
export interface PreviousRanks {
  key: string;
  ranks: Int32Array | null;
}

/**
 * Computes the ranks after the gameweek before the running or last one, which current ranks are compared with. By index: 0 for
 * unranked entries, entries that joined later are missing. Null when no gameweek had been settled.
 * @param gameweek running or last gameweek; null before the first
 * @param known ranks of the last computation, returned again while their inputs are the same
 */
export function computePreviousRanks(
  table: Table,
  season: Season,
  gameweek: number | null,
  known: PreviousRanks | null,
): PreviousRanks {
  const { settled, unranked, adjustments } = table;
  const before = [...settled.totals.keys()].filter((id) => gameweek !== null && id < gameweek);
  if (before.length === 0) return { key: '', ranks: null };
  const end = findGameweek(season, Math.max(...before))?.end ?? Number.POSITIVE_INFINITY;
  const joined = countJoinedBy(end, table);
  const adjusted = [...adjustments].map(([index, { gross, earned }]) => `${index}:${gross}:${earned}`);
  const key = [gameweek, end, joined, settled.changes, ...unranked, ...adjusted].join();
  return known?.key === key ? known : { key, ranks: compute(table, { gameweek, end, joined }) };
}

/** @param joined number of entries up to the last one that had joined at `end` (epoch ms) */
function compute(
  { settled, entries, adjustments, unranked: outside }: Table,
  { gameweek, end, joined }: { gameweek: number | null; end: number; joined: number },
): Int32Array {
  const unranked = new Set([...outside].filter((index) => index < joined));
  // An entry whose payment was found late has an early time at a late index: some entries before it joined after the end.
  for (let index = 0; index < joined; index += 1) if (entries.joinedAt[index]! > end) unranked.add(index);
  // Once the shown gameweek is settled, the sums include it.
  const totals = {
    earned: new Int32Array(settled.earned.subarray(0, joined)),
    gross: new Int32Array(settled.points.subarray(0, joined)),
    unranked,
  };
  if (gameweek !== null) settled.subtract(gameweek, totals);
  // Adjustments count on both sides of the comparison, so they do not show as a move.
  addAdjustments(totals, adjustments);
  const into = { order: new Int32Array(joined), ranks: createShared(Int32Array, joined) };
  return computeRanks(totals, into).ranks;
}

/** Counts the entries up to the last one that had joined at an instant (epoch ms). */
function countJoinedBy(instant: number, { entries: { joinedAt, count } }: Table): number {
  let joined = count;
  while (joined > 0 && joinedAt[joined - 1]! > instant) joined -= 1;
  return joined;
}
