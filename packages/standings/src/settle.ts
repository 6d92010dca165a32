import { addAdjustments } from '@touchline/rules/adjustments';
import { earnedThousandths } from '@touchline/rules/points';
import type { SeasonGameweek } from '@touchline/rules/season';
import { computeStakeCutOff } from '@touchline/rules/stakes';
import { Workspace } from './columns/workspace.ts';
import { computeGamePoints } from './points/gameweek.ts';
import { addGameweek } from './points/kernel.ts';
import { rankTotals } from './ranking/rank.ts';
import type { Moment, SettledGameweek } from './standings.ts';
import { computeCoefficients, type Table } from './table.ts';

/** Final points of a gameweek, as columns by index of the entry. */
export interface FinalColumns {
  gameweek: number;
  raw: Int32Array;
  points: Int32Array;
  /** Thousandths. */
  coefficients: Uint16Array;
  /** Epoch ms. */
  stakeCutOff: number;
  /** Ranks by everything settled up to this gameweek, 0 for unranked entries. */
  ranks: Int32Array;
}

/** Computes the final points of gameweeks, in ascending order. They replace those of gameweeks that are settled already. */
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
  for (const { id } of gameweeks) settled.subtract(id, { gross, earned });
  const others = [...settled.totals.keys()].filter((settledId) =>
    gameweeks.every(({ id }) => id !== settledId),
  );
  return gameweeks.map((gameweek) => {
    const create = () => new Int32Array(entries);
    const { raw, points } = computeGamePoints(season, gameweek, game, table, workspace, {
      raw: create(),
      points: create(),
    });
    const stakeCutOff = computeStakeCutOff(gameweek);
    const coefficients = computeCoefficients(table, gameweek.id, stakeCutOff, new Uint16Array(entries));
    addGameweek({ gross, earned }, points, coefficients);
    const totals = { gross: gross.slice(), earned: earned.slice(), unranked };
    for (const later of others) if (later > gameweek.id) settled.subtract(later, totals);
    const { ranks } = rankTotals(totals);
    return { gameweek: gameweek.id, raw, points, coefficients, stakeCutOff, ranks };
  });
}

/** Wraps columns, so that callers read plain arrays. */
export function toSettledGameweek({
  gameweek,
  raw,
  points,
  coefficients,
  stakeCutOff,
  ranks,
}: FinalColumns): SettledGameweek {
  return {
    gameweek,
    entries: points.length,
    stakeCutOff,
    read(from, to) {
      const own = [...points.subarray(from, to)];
      return {
        ordinal: own.map((_, place) => from + place + 1),
        raw_points: [...raw.subarray(from, to)],
        points: own,
        coefficient: [...coefficients.subarray(from, to)],
        earned: own.map((each, place) => earnedThousandths(each, coefficients[from + place]!)),
        rank: [...ranks.subarray(from, to)],
      };
    },
  };
}
