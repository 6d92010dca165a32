import { gameweekOf } from '../football/season.ts';
import type { EntryTable } from './entry-table.ts';
import { rank } from './ranking.ts';
import type { Standings } from './standings.ts';

interface Known {
  key: string;
  ranks: Int32Array | null;
}

/** Changes only when a gameweek is settled, so it is kept as long as that. */
const known = new WeakMap<EntryTable['lastSettled'], Known>();

/**
 * The ranks (by seat index, 0 for nobody) when the gameweek before the one that runs or ran last had been settled: what a
 * rank is compared with. Shorter than the standings: whoever joined later is not in it. Null when there was none.
 */
export function previousRanks(standings: Standings): Int32Array | null {
  const { table, gameweek } = standings;
  const key = [gameweek, table.settled.size, ...table.suspended].join();
  const held = known.get(table.lastSettled);
  if (held?.key === key) return held.ranks;
  const ranks = compute(standings);
  known.set(table.lastSettled, { key, ranks });
  return ranks;
}

function compute({ table, gameweek, season, count }: Standings): Int32Array | null {
  const before = [...table.settled].filter((id) => gameweek !== null && id < gameweek);
  if (before.length === 0) return null;
  const end = gameweekOf(season, Math.max(...before))?.end ?? Number.POSITIVE_INFINITY;
  const there = thereBy(table, count, end);
  const suspended = new Set([...table.suspended].filter((seat) => seat < there));
  // The sums hold the shown gameweek too once that is settled.
  const without = table.lastSettled.gameweek === gameweek ? table.lastSettled : null;
  return rank(
    minus(table.settledEarned, without?.earned, there),
    minus(table.settledPoints, without?.points, there),
    there,
    suspended,
  ).ranks;
}

/** How many had joined by then; seats are given in order of joining. */
function thereBy({ joinedAt }: EntryTable, count: number, instant: number): number {
  let there = count;
  while (there > 0 && joinedAt[there - 1]! > instant) there -= 1;
  return there;
}

function minus(sums: Int32Array, last: Int32Array | undefined, count: number): Int32Array {
  const values = sums.slice(0, count);
  if (last) for (let seat = 0; seat < count; seat += 1) values[seat]! -= last[seat] ?? 0;
  return values;
}
