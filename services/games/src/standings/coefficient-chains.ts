import { COEFFICIENT_ONE } from '@touchline/rules/earned';
import type { CoefficientStep } from '@touchline/rules/stakes';
import { createShared } from '../scoring/columns.ts';

/** Steps of coefficients as chains: each step names the one before it. Chains are only added. */
export class EarlierSteps {
  private count = 0;
  private readonly coefficients: Uint16Array;
  /** Epoch ms. */
  private readonly moments: Float64Array;
  /** The place of the step before plus 1; 0 for the first of a chain. */
  private readonly previous: Int32Array;

  constructor(capacity = 0) {
    this.coefficients = createShared(Uint16Array, capacity);
    this.moments = createShared(Float64Array, capacity);
    this.previous = createShared(Int32Array, capacity);
  }

  hasRoomFor(steps: number): boolean {
    return this.count + steps <= this.previous.length;
  }

  /** Adds steps in the order of their times. There must be room. @returns the chain: the place of the last one plus 1 */
  add(steps: readonly CoefficientStep[]): number {
    let chain = 0;
    for (const { coefficient, at } of steps) {
      this.coefficients[this.count] = coefficient;
      this.moments[this.count] = at;
      this.previous[this.count] = chain;
      this.count += 1;
      chain = this.count;
    }
    return chain;
  }

  /** Thousandths after the last step before a moment, epoch ms. */
  before(chain: number, moment: number): number {
    for (let at = chain - 1; at >= 0; at = this.previous[at]! - 1)
      if (this.moments[at]! < moment) return this.coefficients[at]!;
    return COEFFICIENT_ONE;
  }

  lengthOf(chain: number): number {
    let length = 0;
    for (let at = chain - 1; at >= 0; at = this.previous[at]! - 1) length += 1;
    return length;
  }

  stepsOf(chain: number): CoefficientStep[] {
    const steps: CoefficientStep[] = [];
    for (let at = chain - 1; at >= 0; at = this.previous[at]! - 1)
      steps.push({ coefficient: this.coefficients[at]!, at: this.moments[at]! });
    return steps.reverse();
  }
}
