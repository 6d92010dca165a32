/** Coefficient 1, in thousandths. */
export const COEFFICIENT_ONE = 1000;

/**
 * Earned points of one gameweek in integer thousandths: g > 0 ? g * coefficient : g. A coefficient never multiplies a
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
