/** Coefficient 1, in thousandths. */
export const COEFFICIENT_ONE = 1000;

/**
 * Computes the earned points of a gameweek in integer thousandths. The coefficient multiplies positive points only (game rules 3).
 * @param gross integer points of the gameweek after captain and substitutions
 * @param coefficientThousandths 1050 for 1.05
 */
export function earnedThousandths(gross: number, coefficientThousandths: number): number {
  return gross * (gross > 0 ? coefficientThousandths : COEFFICIENT_ONE);
}

/** Converts thousandths to the number of the API, with up to three decimals: 43050 -> 43.05. */
export function earnedPoints(thousandths: number): number {
  return thousandths / 1000;
}
