import { COEFFICIENT_ONE } from '@touchline/rules/earned';
import type { CoefficientStep } from '@touchline/rules/stakes';
import { createShared } from '../scoring/columns.ts';
import { inBlocks, type Pass } from '../scoring/pass.ts';
import { EarlierSteps } from './coefficient-chains.ts';

/** How full the slots may get: a lookup walks past every slot that is taken. */
const MAX_LOAD = 0.8;
const GROWTH = 1.5;
const HASH_RANGE = 2 ** 32;

/**
 * The coefficient histories of a game's entries, by index. Most wallets never stake: those that did are found by open
 * addressing. The last step stands in their slot, since nearly every lookup needs only that.
 */
export class CoefficientColumns {
  private count = 0;
  /** Index plus 1, 0 for a free slot. */
  private indices = createShared(Int32Array, 64);
  /** Thousandths after the last step. */
  private latest = createShared(Uint16Array, 64);
  /** Epoch ms of the last step. */
  private since = createShared(Float64Array, 64);
  /** The steps before the last, see `EarlierSteps.add`. */
  private chains = createShared(Int32Array, 64);
  private earlier = new EarlierSteps();

  /** The columns that another thread has sent, which are the same memory: methods do not travel. */
  static fromMessage({ earlier, ...columns }: CoefficientColumns): CoefficientColumns {
    const columns = Object.assign(new CoefficientColumns(), columns);
    Object.assign(columns.earlier, earlier);
    return columns;
  }

  /** Replaces the history of an entry. */
  set(index: number, steps: readonly CoefficientStep[]): void {
    const { coefficient = COEFFICIENT_ONE, at = 0 } = steps.at(-1) ?? {};
    this.setSingleStep(index, coefficient, at);
    if (steps.length < 2) return;
    if (!this.earlier.hasRoomFor(steps.length)) this.dropUnusedChains(steps.length);
    this.chains[this.findSlot(index)] = this.earlier.add(steps.slice(0, -1));
  }

  /** Replaces it by a single step; `at` in epoch ms. */
  setSingleStep(index: number, coefficient: number, at: number): void {
    if (this.count >= this.indices.length * MAX_LOAD) this.grow();
    const slot = this.findSlot(index);
    if (this.indices[slot] === 0) this.count += 1;
    this.write(slot, index + 1, coefficient, at, 0);
  }

  /**
   * Thousandths by the stakes recorded before a moment, of the first `count` entries.
   * @param moment epoch ms; Infinity for all stakes
   */
  *computeBefore(moment: number, count: number, capacity = count): Pass<Uint16Array> {
    const column = new Uint16Array(capacity).subarray(0, count);
    yield* inBlocks(count, (from, to) => column.fill(COEFFICIENT_ONE, from, to));
    yield* inBlocks(this.indices.length, (from, to) => {
      for (let slot = from; slot < to; slot += 1) {
        const index = this.indices[slot]! - 1;
        if (index >= 0 && index < count) column[index] = this.readSlot(slot, moment);
      }
    });
    return column;
  }

  /** The same for one entry. */
  getBefore(index: number, moment: number): number {
    return this.readSlot(this.findSlot(index), moment);
  }

  private readSlot(slot: number, moment: number): number {
    if (this.indices[slot] === 0) return COEFFICIENT_ONE;
    if (this.since[slot]! < moment) return this.latest[slot]!;
    return this.earlier.before(this.chains[slot]!, moment);
  }

  /** That of an entry, or the free one where it would be. */
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

  /** Keeps only the steps that a slot still names, with room for twice as many and `more`. */
  private dropUnusedChains(more: number): void {
    const old = this.earlier;
    const kept = this.chains.map((chain) => old.lengthOf(chain)).reduce((sum, length) => sum + length, 0);
    this.earlier = new EarlierSteps(2 * (kept + more));
    for (const [slot, chain] of this.chains.entries())
      if (chain !== 0) this.chains[slot] = this.earlier.add(old.stepsOf(chain));
  }
}
