import { COEFFICIENT_ONE } from '@touchline/rules/earned';

/** The adjustments of one field of an entry together; of a coefficient, those from one gameweek on. */
export interface AdjustmentSum {
  ordinal: number;
  field: 'current_points' | 'coefficient_applied' | 'earned_points';
  delta: number;
  from_gameweek: number | null;
}

/** What administrators added to an entry (game rule 3.14). */
export interface Adjusted {
  /** Points. */
  gross: number;
  /** Thousandths. */
  earned: number;
  coefficients: readonly { from: number; delta: number }[];
}

/** By index of the entry, its ordinal minus 1; only entries that were adjusted. */
export type Adjustments = ReadonlyMap<number, Adjusted>;

export const NO_ADJUSTMENTS: Adjustments = new Map();

/** Highest coefficient, in thousandths. */
const COEFFICIENT_MAX = 2 * COEFFICIENT_ONE;

export function groupAdjustments(sums: readonly AdjustmentSum[]): Adjustments {
  const byIndex = new Map<number, Adjusted>();
  for (const { ordinal, field, delta, from_gameweek } of sums) {
    const index = ordinal - 1;
    const { gross, earned, coefficients } = byIndex.get(index) ?? { gross: 0, earned: 0, coefficients: [] };
    byIndex.set(index, {
      gross: gross + (field === 'current_points' ? delta : 0),
      // Corrected points are earned as they are: with a coefficient, adding and taking back would not cancel out.
      earned:
        earned +
        (field === 'earned_points' ? delta : field === 'current_points' ? delta * COEFFICIENT_ONE : 0),
      coefficients:
        field === 'coefficient_applied' ? [...coefficients, { from: from_gameweek!, delta }] : coefficients,
    });
  }
  return byIndex;
}

/** What an entry's stakes give and what was added, without bounds. */
export function sumCoefficient(byStakes: number, adjusted: Adjusted | undefined, gameweek: number): number {
  const due = adjusted?.coefficients.filter(({ from }) => from <= gameweek) ?? [];
  return due.reduce((total, { delta }) => total + delta, byStakes);
}

/** The coefficient of an entry in a gameweek: that sum, between 1 and 2. */
export function computeAdjustedCoefficient(
  byStakes: number,
  adjusted: Adjusted | undefined,
  gameweek: number,
): number {
  const sum = sumCoefficient(byStakes, adjusted, gameweek);
  return Math.min(COEFFICIENT_MAX, Math.max(COEFFICIENT_ONE, sum));
}

/** Changes the coefficients of a gameweek, by index, where they were adjusted; returns them. */
export function adjustCoefficients(
  byStakes: Uint16Array,
  adjustments: Adjustments,
  gameweek: number,
): Uint16Array {
  for (const [index, adjusted] of adjustments)
    if (index < byStakes.length) byStakes[index] = computeAdjustedCoefficient(byStakes[index]!, adjusted, gameweek);
  return byStakes;
}

/** Adds the adjustments to totals by index. */
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
