import { benchShape, teamShape } from '../scoring/kernel.ts';
import type { LineupLog } from '../scoring/lineup-log.ts';
import { type LineupBatch, timeAt } from './batches.store.ts';

/** An array as Postgres sends it: a header, then each element behind its length. */
const HEADER = 20;
const ELEMENT = 8;
const FIELD = 11;
const BENCH = 4;
const FORMATION = '3-4-3'.length;

/** Takes lineups out of a batch without an object for each. */
export class PackedLineups {
  private readonly shapes = new Map<string, number>();
  private readonly batch: LineupBatch;

  constructor(batch: LineupBatch) {
    this.batch = batch;
  }

  /** Appends the lineup at a place of the batch. @returns the ordinal of its entry */
  appendTo(log: LineupLog, place: number): number {
    const { batch } = this;
    const ordinal = batch.ordinals.readInt32BE(place * 4);
    const version = log.append(
      ordinal,
      batch.gameweeks.readInt32BE(place * 4),
      timeAt(batch.saved_at, place),
      this.shapeAt(place),
    );
    log.captain[version] = batch.captains.readInt32BE(place * 4);
    log.vice[version] = batch.vice_captains.readInt32BE(place * 4);
    const first = version * (FIELD + BENCH);
    for (let slot = 0; slot < FIELD; slot += 1)
      log.players[first + slot] = at(batch.fields, place, FIELD, slot);
    for (let slot = 0; slot < BENCH; slot += 1)
      log.players[first + FIELD + slot] = at(batch.benches, place, BENCH, slot);
    return ordinal;
  }

  private shapeAt(place: number): number {
    const formation = this.batch.formations.slice(place * FORMATION, (place + 1) * FORMATION);
    const positions = [0, 1, 2, 3].map((slot) => at(this.batch.bench_positions, place, BENCH, slot));
    const bench = benchShape(positions);
    const key = `${formation} ${bench}`;
    const known = this.shapes.get(key);
    if (known !== undefined) return known;
    const shape = teamShape(formation, bench);
    this.shapes.set(key, shape);
    return shape;
  }
}

/** An element of the array at a place of a column whose arrays all have `length` elements. */
const at = (column: Buffer, place: number, length: number, slot: number): number =>
  column.readInt32BE(place * (HEADER + length * ELEMENT) + HEADER + slot * ELEMENT + 4);
