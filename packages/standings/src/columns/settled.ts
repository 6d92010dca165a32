import { COEFFICIENT_ONE } from '@touchline/rules/points';
import type { SettledBatch } from '../standings.ts';
import { addChecked } from './add-checked.ts';
import { createShared, lengthen } from './memory.ts';
import { parseIntegers } from './packed.ts';

/** Points of a settled gameweek by index of the entry; shorter than the columns if entries joined later. */
export interface SettledPoints {
  points: Int16Array;
  /** Earned points minus points, in thousandths. Unwritten zeros take no memory. */
  extra: Int32Array;
}

/** Sums of the settled gameweeks and their points, by index of the entry. */
export class SettledColumns {
  points = createShared(Int32Array, 0);
  /** Thousandths. */
  earned = createShared(Int32Array, 0);
  readonly gameweeks = new Map<number, SettledPoints>();
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
    const own = this.gameweeks.get(gameweek) ?? createSettledPoints(this.points.length);
    this.gameweeks.set(gameweek, own);
    const total = this.totals.get(gameweek) ?? { points: 0, entries: 0 };
    for (let place = 0; place < ordinals.length; place += 1) {
      const index = ordinals[place]! - 1;
      total.points += points[place]!;
      this.points[index]! += points[place]!;
      addChecked(this.earned, index, earned[place]!);
      own.points[index] = points[place]!;
      const extra = earned[place]! - points[place]! * COEFFICIENT_ONE;
      if (extra !== 0) own.extra[index] = extra;
    }
    total.entries += ordinals.length;
    this.totals.set(gameweek, total);
    this.changes += 1;
  }

  /** Subtracts a settled gameweek from sums that include it. */
  subtract(gameweek: number, { gross, earned }: { gross: Int32Array; earned: Int32Array }): void {
    const own = this.gameweeks.get(gameweek);
    const length = Math.min(gross.length, own?.points.length ?? 0);
    for (let index = 0; index < length; index += 1) {
      const points = own!.points[index]!;
      gross[index]! -= points;
      earned[index]! -= points * COEFFICIENT_ONE + own!.extra[index]!;
    }
  }

  /** Removes all gameweeks. Their columns are not written again: earlier results refer to them. */
  reset(): void {
    this.points.fill(0);
    this.earned.fill(0);
    this.gameweeks.clear();
    this.totals.clear();
    this.changes += 1;
  }

  reserve(entries: number): void {
    if (entries <= this.points.length) return;
    this.points = lengthen(this.points, entries);
    this.earned = lengthen(this.earned, entries);
  }
}

const createSettledPoints = (entries: number): SettledPoints => ({
  points: createShared(Int16Array, entries),
  extra: createShared(Int32Array, entries),
});
