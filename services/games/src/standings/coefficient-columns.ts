import { COEFFICIENT_ONE } from '@touchline/rules/earned';
import { type CoefficientStep, coefficientBefore } from '@touchline/rules/stakes';
import { inBlocks, type Pass } from '../scoring/pass.ts';

/** How full the slots may get: a lookup walks past every slot that is taken. */
const FULL = 0.8;
const GROWTH = 1.5;
const HASHES = 2 ** 32;

/**
 * The coefficient histories of a game's entries, by index. Most wallets never stake: those that did are found by open
 * addressing. The last step is kept in columns, since nearly every lookup needs only that; of wallets with more steps all
 * are kept, and searched for moments before the last.
 */
export class CoefficientColumns {
  private count = 0;
  /** Index plus 1, 0 for a free slot. */
  private indices = new Int32Array(64);
  /** Thousandths after the last step. */
  private latest = new Uint16Array(64);
  /** Epoch ms of the last step. */
  private since = new Float64Array(64);
  private readonly steps = new Map<number, readonly CoefficientStep[]>();

  /** Replaces the history of an entry. */
  set(index: number, steps: readonly CoefficientStep[]): void {
    const { coefficient = COEFFICIENT_ONE, at = 0 } = steps.at(-1) ?? {};
    this.setOnly(index, coefficient, at);
    if (steps.length > 1) this.steps.set(index, steps);
  }

  /** Replaces it by a single step; `at` in epoch ms. */
  setOnly(index: number, coefficient: number, at: number): void {
    if (this.count >= this.indices.length * FULL) this.grow();
    const slot = this.slotOf(index);
    if (this.indices[slot] === 0) this.count += 1;
    this.indices[slot] = index + 1;
    this.latest[slot] = coefficient;
    this.since[slot] = at;
    this.steps.delete(index);
  }

  /**
   * Thousandths by the stakes recorded before a moment, of the first `count` entries.
   * @param moment epoch ms; Infinity for all stakes
   */
  *before(moment: number, count: number, capacity = count): Pass<Uint16Array> {
    const column = new Uint16Array(capacity).subarray(0, count);
    yield* inBlocks(count, (from, to) => column.fill(COEFFICIENT_ONE, from, to));
    yield* inBlocks(this.indices.length, (from, to) => {
      for (let slot = from; slot < to; slot += 1) {
        const index = this.indices[slot]! - 1;
        if (index >= 0 && index < count) column[index] = this.at(slot, moment);
      }
    });
    return column;
  }

  /** The same for one entry. */
  of(index: number, moment: number): number {
    return this.at(this.slotOf(index), moment);
  }

  private at(slot: number, moment: number): number {
    const index = this.indices[slot]! - 1;
    if (index < 0) return COEFFICIENT_ONE;
    if (this.since[slot]! < moment) return this.latest[slot]!;
    return coefficientBefore(this.steps.get(index) ?? [], moment);
  }

  /** That of an entry, or the free one where it would be. */
  private slotOf(index: number): number {
    const { indices } = this;
    let slot = Math.floor(((Math.imul(index, 0x9e3779b1) >>> 0) / HASHES) * indices.length);
    while (indices[slot] !== 0 && indices[slot] !== index + 1)
      slot = slot + 1 === indices.length ? 0 : slot + 1;
    return slot;
  }

  private grow(): void {
    const { indices, latest, since } = this;
    const capacity = Math.ceil(indices.length * GROWTH);
    this.indices = new Int32Array(capacity);
    this.latest = new Uint16Array(capacity);
    this.since = new Float64Array(capacity);
    for (const [place, index] of indices.entries()) {
      if (index === 0) continue;
      const slot = this.slotOf(index - 1);
      this.indices[slot] = index;
      this.latest[slot] = latest[place]!;
      this.since[slot] = since[place]!;
    }
  }
}
