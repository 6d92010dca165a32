import { COEFFICIENT_ONE } from '@touchline/rules/earned';
import { type CoefficientStep, coefficientBefore } from '@touchline/rules/stakes';
import { filledColumn, type Pass } from '../scoring/pass.ts';
import { grown, withRoom } from '../scoring/workspace.ts';

/**
 * The coefficient histories of a game's entries, by index. Most wallets never stake: those that did have a place in the
 * columns. The last step is kept there, since nearly every lookup needs only that; of wallets with more steps all are kept,
 * and searched for moments before the last.
 */
export class CoefficientColumns {
  /** By entry, its place plus 1; 0 for wallets that never staked. */
  private places = new Int32Array(0);
  private count = 0;
  /** Thousandths after the last step. */
  private latest = new Int32Array(0);
  /** Epoch ms of the last step. */
  private since = new Float64Array(0);
  private readonly steps = new Map<number, readonly CoefficientStep[]>();

  /** Replaces the history of an entry. */
  set(index: number, steps: readonly CoefficientStep[]): void {
    const { coefficient = COEFFICIENT_ONE, at = 0 } = steps.at(-1) ?? {};
    this.setOnly(index, coefficient, at);
    if (steps.length > 1) this.steps.set(index, steps);
  }

  /** Replaces it by a single step; `at` in epoch ms. */
  setOnly(index: number, coefficient: number, at: number): void {
    const place = this.placeOf(index);
    this.latest[place] = coefficient;
    this.since[place] = at;
    this.steps.delete(index);
  }

  /**
   * Thousandths by the stakes recorded before a moment, of the first `count` entries.
   * @param moment epoch ms; Infinity for all stakes
   */
  before(moment: number, count: number, capacity = count): Pass<Int32Array> {
    const known = Math.min(count, this.places.length);
    return filledColumn(count, capacity, (column, from, to) => {
      column.fill(COEFFICIENT_ONE, from, to);
      for (let index = from; index < Math.min(to, known); index += 1)
        if (this.places[index] !== 0) column[index] = this.of(index, moment);
    });
  }

  /** The same for one entry. */
  of(index: number, moment: number): number {
    const place = (this.places[index] ?? 0) - 1;
    if (place < 0) return COEFFICIENT_ONE;
    if (this.since[place]! < moment) return this.latest[place]!;
    return coefficientBefore(this.steps.get(index) ?? [], moment);
  }

  /** A new one for an entry that has none. */
  private placeOf(index: number): number {
    if (index >= this.places.length) this.places = grown(this.places, new Int32Array(withRoom(index + 1)));
    const known = this.places[index]!;
    if (known !== 0) return known - 1;
    if (this.count === this.latest.length) {
      const capacity = withRoom(this.count + 1);
      this.latest = grown(this.latest, new Int32Array(capacity));
      this.since = grown(this.since, new Float64Array(capacity));
    }
    this.count += 1;
    this.places[index] = this.count;
    return this.count - 1;
  }
}
