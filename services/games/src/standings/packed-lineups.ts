import { benchShape, teamShape } from '../scoring/kernel.ts';
import type { LineupLog } from '../scoring/lineup-log.ts';
import { type LineupBatch, timeAt } from './batches.store.ts';

const TEAM_SIZE = 15;
const [ZERO, NINE] = ['0'.charCodeAt(0), '9'.charCodeAt(0)];

/** Takes lineups out of a batch, one after the other, without an object for each. */
export class PackedLineups {
  private readonly batch: LineupBatch;
  private readonly shapes = new Map<number, number>();
  private place = 0;
  private offset = 0;

  constructor(batch: LineupBatch) {
    this.batch = batch;
  }

  /** Appends the next lineup. @returns the ordinal of its entry */
  appendTo(log: LineupLog): number {
    const ordinal = this.next();
    const gameweek = this.next();
    const [captain, vice] = [this.next(), this.next()];
    const formation = this.next() * 100 + this.next() * 10 + this.next();
    const version = log.append(ordinal, gameweek, timeAt(this.batch.saved_at, this.place));
    log.captain[version] = captain;
    log.vice[version] = vice;
    for (let slot = 0; slot < TEAM_SIZE; slot += 1) log.players[version * TEAM_SIZE + slot] = this.next();
    log.shape[version] = this.shapeOf(formation);
    this.place += 1;
    return ordinal;
  }

  /** With the four positions of the bench, which come next. */
  private shapeOf(formation: number): number {
    const positions = [this.next(), this.next(), this.next(), this.next()];
    const key = positions.reduce((all, position) => all * 10 + position, formation);
    const known = this.shapes.get(key);
    if (known !== undefined) return known;
    const shape = teamShape(String(formation).split('').join('-'), benchShape(positions));
    this.shapes.set(key, shape);
    return shape;
  }

  private next(): number {
    const { numbers } = this.batch;
    let at = this.offset;
    while (at < numbers.length && !isDigit(numbers.charCodeAt(at))) at += 1;
    let value = 0;
    for (let code = numbers.charCodeAt(at); isDigit(code); code = numbers.charCodeAt(at)) {
      value = value * 10 + code - ZERO;
      at += 1;
    }
    this.offset = at;
    return value;
  }
}

const isDigit = (code: number) => code >= ZERO && code <= NINE;
