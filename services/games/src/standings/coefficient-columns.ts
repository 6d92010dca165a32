import { COEFFICIENT_ONE } from '@touchline/rules/earned';
import type { CoefficientStep } from '@touchline/rules/stakes';
import { createShared } from '../scoring/columns.ts';
import { inBlocks, type Pass } from '../scoring/pass.ts';
import { CoefficientChains } from './coefficient-chains.ts';

/** Maximum load factor; lookups probe linearly. */
const MAX_LOAD = 0.8;
const GROWTH = 1.5;
const HASH_RANGE = 2 ** 32;

/**
 * Coefficient histories of a game's entries, by index. Most wallets never stake, so the others are in a hash table with open
 * addressing. Its slots hold the last step, which is enough for nearly every lookup.
 */
export class CoefficientColumns {
  private count = 0;
  /** Index plus 1, 0 for a free slot. */
  private indices = createShared(Int32Array, 64);
  /** Thousandths after the last step. */
  private latest = createShared(Uint16Array, 64);
  /** Epoch ms of the last step. */
  private since = createShared(Float64Array, 64);
  /** Chain of the steps before the last (see `CoefficientChains.add`). */
  private chains = createShared(Int32Array, 64);
  private earlier = new CoefficientChains();

  /** Restores methods on columns received from another thread; the memory is shared. */
  static fromMessage({ earlier, ...columns }: CoefficientColumns): CoefficientColumns {
    const restored = Object.assign(new CoefficientColumns(), columns);
    Object.assign(restored.earlier, earlier);
    return restored;
  }

  /** Replaces the history of an entry. */
  set(index: number, steps: readonly CoefficientStep[]): void {
    const { coefficient = COEFFICIENT_ONE, at = 0 } = steps.at(-1) ?? {};
    this.setSingleStep(index, coefficient, at);
    if (steps.length < 2) return;
    if (!this.earlier.hasRoomFor(steps.length)) this.dropUnusedChains(steps.length);
    this.chains[this.findSlot(index)] = this.earlier.add(steps.slice(0, -1));
  }

  /** Replaces the history of an entry by a single step; `at` in epoch ms. */
  setSingleStep(index: number, coefficient: number, at: number): void {
    if (this.count >= this.indices.length * MAX_LOAD) this.grow();
    const slot = this.findSlot(index);
    if (this.indices[slot] === 0) this.count += 1;
    this.write(slot, index + 1, coefficient, at, 0);
  }

  /**
   * Computes the coefficients (thousandths) of the first `count` entries from the stakes recorded before an instant.
   * @param instant epoch ms; Infinity for all stakes
   */
  *computeBefore(instant: number, count: number, capacity = count): Pass<Uint16Array> {
    const column = new Uint16Array(capacity).subarray(0, count);
    yield* inBlocks(count, (from, to) => column.fill(COEFFICIENT_ONE, from, to));
    yield* inBlocks(this.indices.length, (from, to) => {
      for (let slot = from; slot < to; slot += 1) {
        const index = this.indices[slot]! - 1;
        if (index >= 0 && index < count) column[index] = this.readSlot(slot, instant);
      }
    });
    return column;
  }

  /** Computes the coefficient of one entry, like `computeBefore`. */
  getBefore(index: number, instant: number): number {
    return this.readSlot(this.findSlot(index), instant);
  }

  private readSlot(slot: number, instant: number): number {
    if (this.indices[slot] === 0) return COEFFICIENT_ONE;
    if (this.since[slot]! < instant) return this.latest[slot]!;
    return this.earlier.findBefore(this.chains[slot]!, instant);
  }

  /** Finds the slot of an entry, or the free slot where it would be inserted. */
  private findSlot(index: number): number {
    const { indices } = this;
    let slot = Math.floor(((Math.imul(index, 0x9e3779b1) >>> 0) / HASH_RANGE) * indices.length);
    while (indices[slot] !== 0 && indices[slot] !== index + 1)
      slot = slot + 1 === indices.length ? 0 : slot + 1;
    return slot;
  }

  private write(slot: number, index: number, latest: number, since: number, chain: number): void {
    this.indices[slot] = index;
    this.latest[slot] = latest;
    this.since[slot] = since;
    this.chains[slot] = chain;
  }

  private grow(): void {
    const { indices, latest, since, chains } = this;
    const capacity = Math.ceil(indices.length * GROWTH);
    this.indices = createShared(Int32Array, capacity);
    this.latest = createShared(Uint16Array, capacity);
    this.since = createShared(Float64Array, capacity);
    this.chains = createShared(Int32Array, capacity);
    for (let place = 0; place < indices.length; place += 1) {
      const index = indices[place]!;
      if (index !== 0)
        this.write(this.findSlot(index - 1), index, latest[place]!, since[place]!, chains[place]!);
    }
  }

  /** Copies the chains that slots still refer to, with capacity for twice as many steps and `more`. */
  private dropUnusedChains(more: number): void {
    const old = this.earlier;
    const kept = this.chains.map((chain) => old.getLength(chain)).reduce((sum, length) => sum + length, 0);
    this.earlier = new CoefficientChains(2 * (kept + more));
    for (const [slot, chain] of this.chains.entries())
      if (chain !== 0) this.chains[slot] = this.earlier.add(old.getSteps(chain));
  }
}
