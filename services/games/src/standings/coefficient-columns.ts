import { COEFFICIENT_ONE } from '@touchline/rules/earned';
import { type CoefficientStep, coefficientBefore } from '@touchline/rules/stakes';
import { filledColumn, type Pass } from '../scoring/pass.ts';
import { grown } from '../scoring/workspace.ts';

/**
 * The coefficient histories of a game's entries, by index. The last step is kept in columns, since nearly every lookup
 * needs only that; of wallets with more steps all are kept, and searched for moments before the last.
 */
export class CoefficientColumns {
  /** Thousandths after the last step; 0 for wallets that never staked. */
  private latest = new Int32Array(0);
  private since = new Float64Array(0);
  private readonly steps = new Map<number, readonly CoefficientStep[]>();

  /** Replaces the history of an entry. */
  set(index: number, steps: readonly CoefficientStep[]): void {
    if (index >= this.latest.length) this.grow(Math.max(64, index + 1, this.latest.length * 2));
    const last = steps.at(-1);
    this.latest[index] = last?.coefficient ?? 0;
    this.since[index] = last?.at ?? 0;
    if (steps.length > 1) this.steps.set(index, steps);
    else this.steps.delete(index);
  }

  /**
   * Thousandths by the stakes recorded before a moment, of the first `count` entries.
   * @param moment epoch ms; Infinity for all stakes
   */
  before(moment: number, count: number, capacity = count): Pass<Int32Array> {
    const known = Math.min(count, this.latest.length);
    return filledColumn(count, capacity, (column, from, to) => {
      column.fill(COEFFICIENT_ONE, from, to);
      for (let index = from; index < Math.min(to, known); index += 1)
        if (this.latest[index] !== 0) column[index] = this.of(index, moment);
    });
  }

  /** The same for one entry. */
  of(index: number, moment: number): number {
    const latest = this.latest[index] ?? 0;
    if (latest === 0) return COEFFICIENT_ONE;
    return this.since[index]! < moment ? latest : coefficientBefore(this.steps.get(index) ?? [], moment);
  }

  private grow(capacity: number): void {
    this.latest = grown(this.latest, new Int32Array(capacity));
    this.since = grown(this.since, new Float64Array(capacity));
  }
}
