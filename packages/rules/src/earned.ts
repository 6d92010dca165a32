/** Coefficient 1, in thousandths. */
export const COEFFICIENT_ONE = 1000;

/**
 * Earned points of one gameweek in integer thousandths: g > 0 ? g * coefficient : g. A coefficient never amplifies a
 * negative gameweek (game rules 3).
 * @param gross the gameweek's points after captain and substitutions, an integer.
 * @param coefficientThousandths 1050 for 1.05.
 */
export function earnedThousandths(gross: number, coefficientThousandths: number): number {
  return gross * (gross > 0 ? coefficientThousandths : COEFFICIENT_ONE);
}

/** Earned points on the wire: thousandths as a number with at most three decimals, 43050 -> 43.05. */
export function earnedPoints(thousandths: number): number {
  return thousandths / 1000;
}

/** What one gameweek brought to an entry. */
export interface EntryGameweek {
  points: number;
  coefficient_thousandths: number;
}

export interface EntryTotals {
  /** Without coefficient. */
  gross: number;
  /** `entry_points` + gross. */
  current_points: number;
  earned_thousandths: number;
}

/**
 * The totals of an entry. Example of game rules 3: join at 512, gameweek brings 41, coefficient 1.05: current 553,
 * earned 43.05.
 * @param entryPoints the starting eleven's season total at the moment of joining, frozen.
 */
export function entryTotals(entryPoints: number, gameweeks: readonly EntryGameweek[]): EntryTotals {
  let gross = 0;
  let earned_thousandths = 0;
  for (const { points, coefficient_thousandths } of gameweeks) {
    gross += points;
    earned_thousandths += earnedThousandths(points, coefficient_thousandths);
  }
  return { gross, current_points: entryPoints + gross, earned_thousandths };
}
