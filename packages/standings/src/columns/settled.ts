import type { SettledBatch } from '../standings.ts';
import { addChecked } from './add-checked.ts';
import { createShared, lengthen } from './memory.ts';
import { parseIntegers } from './packed.ts';

/** Sums of the settled gameweeks, by index of the entry. */
export class SettledColumns {
  points = createShared(Int32Array, 0);
  /** Thousandths. */
  earned = createShared(Int32Array, 0);
  /** Points of the last settled gameweek; `earned` in thousandths. */
  last = { gameweek: 0, points: createShared(Int32Array, 0), earned: createShared(Int32Array, 0) };
  /** Points and number of entries, by gameweek. */
  readonly totals = new Map<number, { points: number; entries: number }>();
  /** Number of changes. */
  changes = 0;

  /** Adds some or all points of a gameweek, which may be empty. Capacity covers all entries. */
  add(gameweek: number, batch: SettledBatch): void {
    const [ordinals, points, earned] = [batch.ordinal, batch.points, batch.earned].map(parseIntegers) as [
      Int32Array,
      Int32Array,
      Int32Array,
    ];
    if (gameweek > this.last.gameweek) {
      const create = () => createShared(Int32Array, this.points.length);
      this.last = { gameweek, points: create(), earned: create() };
    }
    const total = this.totals.get(gameweek) ?? { points: 0, entries: 0 };
    for (let place = 0; place < ordinals.length; place += 1) {
      const index = ordinals[place]! - 1;
      total.points += points[place]!;
      this.points[index]! += points[place]!;
      addChecked(this.earned, index, earned[place]!);
      if (gameweek !== this.last.gameweek) continue;
      this.last.points[index] = points[place]!;
      this.last.earned[index] = earned[place]!;
    }
    total.entries += ordinals.length;
    this.totals.set(gameweek, total);
    this.changes += 1;
  }

  /** Removes all gameweeks. */
  reset(): void {
    this.points.fill(0);
    this.earned.fill(0);
    this.last = { gameweek: 0, points: createShared(Int32Array, 0), earned: createShared(Int32Array, 0) };
    this.totals.clear();
    this.changes += 1;
  }

  reserve(entries: number): void {
    if (entries <= this.points.length) return;
    this.points = lengthen(this.points, entries);
    this.earned = lengthen(this.earned, entries);
  }
}
