import { COEFFICIENT_ONE } from '@touchline/rules/earned';
import { type CoefficientStep, coefficientBefore } from '@touchline/rules/stakes';
import { grown } from '../scoring/lineup-log.ts';

/**
 * What the entries of a game earn with, by seat index. The last step stands in columns, since it is what nearly every
 * look needs; older ones are searched only where a moment lies before it.
 */
export class CoefficientColumns {
  /** Thousandths after the last step; 0 for who never staked. */
  private latest = new Int32Array(0);
  private since = new Float64Array(0);
  private readonly steps = new Map<number, readonly CoefficientStep[]>();

  /** Replaces the history of a seat. */
  set(seat: number, steps: readonly CoefficientStep[]): void {
    if (seat >= this.latest.length) this.grow(Math.max(64, seat + 1, this.latest.length * 2));
    const last = steps.at(-1);
    this.latest[seat] = last?.coefficient ?? 0;
    this.since[seat] = last?.at ?? 0;
    if (last) this.steps.set(seat, steps);
    else this.steps.delete(seat);
  }

  /** Thousandths by the stakes recorded before a moment (epoch ms; Infinity: all of them), of the first `count` seats. */
  before(moment: number, count: number): Int32Array {
    const coefficients = new Int32Array(count).fill(COEFFICIENT_ONE);
    const known = Math.min(count, this.latest.length);
    for (let seat = 0; seat < known; seat += 1)
      if (this.latest[seat] !== 0) coefficients[seat] = this.of(seat, moment);
    return coefficients;
  }

  /** The same for one seat. */
  of(seat: number, moment: number): number {
    const latest = this.latest[seat] ?? 0;
    if (latest === 0) return COEFFICIENT_ONE;
    return this.since[seat]! < moment ? latest : coefficientBefore(this.steps.get(seat) ?? [], moment);
  }

  private grow(capacity: number): void {
    this.latest = grown(this.latest, new Int32Array(capacity));
    this.since = grown(this.since, new Float64Array(capacity));
  }
}
