import { COEFFICIENT_ONE } from '@touchline/rules/earned';
import type { CoefficientStep } from '@touchline/rules/stakes';
import { createShared } from '../scoring/columns.ts';

/** Append-only coefficient histories as linked lists: each step refers to the previous one. */
export class CoefficientChains {
  private count = 0;
  private readonly coefficients: Uint16Array;
  /** Epoch ms. */
  private readonly times: Float64Array;
  /** Place of the previous step plus 1; 0 for the first of a chain. */
  private readonly previous: Int32Array;

  constructor(capacity = 0) {
    this.coefficients = createShared(Uint16Array, capacity);
    this.times = createShared(Float64Array, capacity);
    this.previous = createShared(Int32Array, capacity);
  }

  hasRoomFor(steps: number): boolean {
    return this.count + steps <= this.previous.length;
  }

  /** Adds steps in chronological order. The caller ensures capacity. @returns the chain: the place of its last step plus 1 */
  add(steps: readonly CoefficientStep[]): number {
    let chain = 0;
    for (const { coefficient, at } of steps) {
      this.coefficients[this.count] = coefficient;
      this.times[this.count] = at;
      this.previous[this.count] = chain;
      this.count += 1;
      chain = this.count;
    }
    return chain;
  }

  /** Finds the coefficient (thousandths) after the last step before an instant (epoch ms). */
  findBefore(chain: number, instant: number): number {
    for (let at = chain - 1; at >= 0; at = this.previous[at]! - 1)
      if (this.times[at]! < instant) return this.coefficients[at]!;
    return COEFFICIENT_ONE;
  }

  getLength(chain: number): number {
    let length = 0;
    for (let at = chain - 1; at >= 0; at = this.previous[at]! - 1) length += 1;
    return length;
  }

  getSteps(chain: number): CoefficientStep[] {
    const steps: CoefficientStep[] = [];
    for (let at = chain - 1; at >= 0; at = this.previous[at]! - 1)
      steps.push({ coefficient: this.coefficients[at]!, at: this.times[at]! });
    return steps.reverse();
  }
}
