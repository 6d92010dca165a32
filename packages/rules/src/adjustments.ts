import { COEFFICIENT_ONE } from './points.ts';

/** Sum of the adjustments of one field of an entry; for a coefficient, one sum per first gameweek. */
export interface AdjustmentSum {
  ordinal: number;
  field: 'current_points' | 'coefficient_applied' | 'earned_points';
  delta: number;
  from_gameweek: number | null;
}

/** Adjustments of one entry by administrators (game rule 3.14). */
export interface Adjusted {
  /** Points. */
  gross: number;
  /** Thousandths. */
  earned: number;
  coefficients: readonly { from: number; delta: number }[];
}

/** Keyed by the entry's index (ordinal minus 1); contains only adjusted entries. */
export type Adjustments = ReadonlyMap<number, Adjusted>;

export const NO_ADJUSTMENTS: Adjustments = new Map();

/** Highest coefficient, in thousandths. */
const COEFFICIENT_MAX = 2 * COEFFICIENT_ONE;

/** Groups sums of adjustments by index of the entry (ordinal minus 1). */
export function groupAdjustments(sums: readonly AdjustmentSum[]): Adjustments {
  const byIndex = new Map<number, Adjusted>();
  for (const { ordinal, field, delta, from_gameweek } of sums) {
    const index = ordinal - 1;
    const { gross, earned, coefficients } = byIndex.get(index) ?? { gross: 0, earned: 0, coefficients: [] };
    byIndex.set(index, {
      gross: gross + (field === 'current_points' ? delta : 0),
      // Corrected points are earned without the coefficient; otherwise adding and undoing would not cancel out.
      earned:
        earned +
        (field === 'earned_points' ? delta : field === 'current_points' ? delta * COEFFICIENT_ONE : 0),
      coefficients:
        field === 'coefficient_applied' ? [...coefficients, { from: from_gameweek!, delta }] : coefficients,
    });
  }
  return byIndex;
}

/** Sums the coefficient from stakes and the adjustments of a gameweek, without bounds. */
export function sumCoefficient(byStakes: number, adjusted: Adjusted | undefined, gameweek: number): number {
  const deltas = adjusted?.coefficients.filter(({ from }) => from <= gameweek) ?? [];
  return deltas.reduce((total, { delta }) => total + delta, byStakes);
}

/** Computes an entry's coefficient in a gameweek: the sum, bounded by 1 and 2. */
export function computeAdjustedCoefficient(
  byStakes: number,
  adjusted: Adjusted | undefined,
  gameweek: number,
): number {
  const sum = sumCoefficient(byStakes, adjusted, gameweek);
  return Math.min(COEFFICIENT_MAX, Math.max(COEFFICIENT_ONE, sum));
}

/** Applies adjustments to the coefficients of a gameweek in place and returns them. */
export function adjustCoefficients(
  byStakes: Uint16Array,
  adjustments: Adjustments,
  gameweek: number,
): Uint16Array {
  for (const [index, adjusted] of adjustments)
    if (index < byStakes.length)
      byStakes[index] = computeAdjustedCoefficient(byStakes[index]!, adjusted, gameweek);
  return byStakes;
}

/** Adds adjustments to totals in place, by index. */
export function addAdjustments(
  { gross, earned }: { gross: Int32Array; earned: Int32Array },
  adjustments: Adjustments,
): void {
  for (const [index, adjusted] of adjustments) {
    if (index >= gross.length) continue;
    gross[index]! += adjusted.gross;
    earned[index]! += adjusted.earned;
  }
}
