import { addAdjustments } from '@touchline/rules/adjustments';
import { earnedThousandths } from '@touchline/rules/points';
import type { SeasonGameweek } from '@touchline/rules/season';
import { computeStakeCutOff } from '@touchline/rules/stakes';
import { Workspace } from './columns/workspace.ts';
import { computeGamePoints } from './points/gameweek.ts';
import { addGameweek } from './points/kernel.ts';
import { computeRanks } from './ranking/rank.ts';
import type { Moment, SettledGameweek } from './standings.ts';
import { computeCoefficients, type Table } from './table.ts';

/** Final points of a gameweek, as columns by index of the entry. */
export interface FinalColumns {
  gameweek: number;
  raw: Int32Array;
  points: Int32Array;
  /** Thousandths. */
  coefficients: Uint16Array;
  /**
   * Ranks by everything settled up to this gameweek, 0 for unranked entries. Null when an earlier gameweek is settled again, because
   * its previous points cannot be removed from the sums.
   */
  ranks: Int32Array | null;
}

/** Computes the final points of gameweeks, in ascending order, on top of those that are settled. */
export function computeFinalPoints(
  table: Table,
  { season, game }: Omit<Moment, 'now'>,
  gameweeks: readonly SeasonGameweek[],
): FinalColumns[] {
  const { settled, unranked, adjustments } = table;
  const entries = table.entries.count;
  const workspace = new Workspace();
  const gross = new Int32Array(settled.points.subarray(0, entries));
  const earned = new Int32Array(settled.earned.subarray(0, entries));
  addAdjustments({ gross, earned }, adjustments);
  return gameweeks.map((gameweek) => {
    const create = () => new Int32Array(entries);
    const { raw, points } = computeGamePoints(season, gameweek, game, table, workspace, {
      raw: create(),
      points: create(),
    });
    const cutOff = computeStakeCutOff(gameweek);
    const coefficients = computeCoefficients(table, gameweek.id, cutOff, new Uint16Array(entries));
    const final = { gameweek: gameweek.id, raw, points, coefficients };
    const again = gameweek.id === settled.findLast();
    if (!again && settled.totals.has(gameweek.id)) return { ...final, ranks: null };
    if (again) settled.subtract(gameweek.id, { gross, earned });
    addGameweek({ gross, earned }, points, coefficients);
    const into = { order: create(), ranks: create() };
    return { ...final, ranks: computeRanks({ earned, gross, unranked }, workspace, into).ranks };
  });
}

/** Wraps columns, so that callers read plain arrays. */
export function toSettledGameweek({
  gameweek,
  raw,
  points,
  coefficients,
  ranks,
}: FinalColumns): SettledGameweek {
  return {
    gameweek,
    entries: points.length,
    read(from, to) {
      const own = [...points.subarray(from, to)];
      return {
        ordinal: own.map((_, place) => from + place + 1),
        raw_points: [...raw.subarray(from, to)],
        points: own,
        coefficient: [...coefficients.subarray(from, to)],
        earned: own.map((each, place) => earnedThousandths(each, coefficients[from + place]!)),
        rank: ranks ? [...ranks.subarray(from, to)] : own.map(() => 0),
      };
    },
  };
}
