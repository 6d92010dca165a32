import { COEFFICIENT_ONE } from '@touchline/rules/points';
import type { CoefficientStep } from '@touchline/rules/stakes';
import { addSpareCapacity, createShared, lengthen } from './memory.ts';

/** Step that ends all earlier steps of its entry. */
const RESTART = 0;

/**
 * Coefficient histories of a game's entries, as a log of steps. Few wallets ever stake, so reading the whole log is cheaper than
 * an index. A new history of an entry begins with `RESTART`.
 */
export class CoefficientLog {
  private count = 0;
  private indices = createShared(Int32Array, 0);
  /** Thousandths. */
  private coefficients = createShared(Uint16Array, 0);
  /** Epoch ms. */
  private times = createShared(Float64Array, 0);

  /** Replaces the history of an entry; steps are in chronological order. */
  set(index: number, steps: readonly CoefficientStep[]): void {
    this.add(index, RESTART, 0);
    for (const { coefficient, at } of steps) this.add(index, coefficient, at);
  }

  /**
   * Writes the coefficients (thousandths) of the first entries from the stakes recorded before an instant.
   * @param instant epoch ms; Infinity for all stakes
   */
  writeBefore(instant: number, into: Uint16Array): void {
    into.fill(COEFFICIENT_ONE);
    for (let step = 0; step < this.count; step += 1) {
      const index = this.indices[step]!;
      if (index >= into.length) continue;
      if (this.coefficients[step] === RESTART) into[index] = COEFFICIENT_ONE;
      else if (this.times[step]! < instant) into[index] = this.coefficients[step]!;
    }
  }

  /** Finds the coefficient of one entry, like `writeBefore`. */
  findBefore(index: number, instant: number): number {
    let found = COEFFICIENT_ONE;
    for (let step = this.indices.indexOf(index); step >= 0 && step < this.count; ) {
      if (this.coefficients[step] === RESTART) found = COEFFICIENT_ONE;
      else if (this.times[step]! < instant) found = this.coefficients[step]!;
      step = this.indices.indexOf(index, step + 1);
    }
    return found;
  }

  private add(index: number, coefficient: number, at: number): void {
    if (this.count === this.indices.length) {
      const capacity = addSpareCapacity(this.count);
      this.indices = lengthen(this.indices, capacity);
      this.coefficients = lengthen(this.coefficients, capacity);
      this.times = lengthen(this.times, capacity);
    }
    this.indices[this.count] = index;
    this.coefficients[this.count] = coefficient;
    this.times[this.count] = at;
    this.count += 1;
  }
}
