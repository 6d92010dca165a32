import { createLimits } from '../figures/limits.ts';
import { quantile } from '../figures/statistics.ts';
import type { Attack } from './attackers.ts';
import type { Joins, Seat } from './players.ts';

/** Maximum p99 of joins during the attack. */
const LIMIT_MS = 1000;
/** An unpaid seat is released after three minutes. */
const SEAT_LIMIT_S = 190;
const QUANTILES = [
  ['p50', 0.5],
  ['p90', 0.9],
  ['p99', 0.99],
  ['max', 1],
] as const;

export interface Result {
  /** Joins without attack. */
  baseline: Joins;
  /** Joins during the attack. */
  attacked: Joins;
  seat: Seat;
  attacks: Record<string, Attack>;
}

/** Prints joins with and without the attack side by side and checks the limits. */
export function report({ baseline, attacked, seat, attacks }: Result): void {
  console.log('\njoins of players, ms         baseline  attacked');
  const printRow = (name: string, values: readonly number[]) =>
    console.log(
      `${name.padEnd(28)} ${values.map((value) => String(Math.round(value)).padStart(7)).join('   ')}`,
    );
  for (const [name, share] of QUANTILES)
    printRow(name, [quantile(baseline.times, share), quantile(attacked.times, share)]);
  printRow('joined', [baseline.times.length, attacked.times.length]);
  printRow('rejected', [baseline.rejected.length, attacked.rejected.length]);
  for (const code of new Set([...baseline.rejected, ...attacked.rejected]))
    console.log(`  rejected: ${code}`);
  const { fullResponses, reservedAfter, joinedAfter } = seat;
  console.log(
    `full tournament: seat reserved after ${Math.round(reservedAfter)} s (${fullResponses} responses GAME_FULL), joined after ${Math.round(joinedAfter)} s`,
  );
  for (const [name, { counts }] of Object.entries(attacks))
    console.log(
      `${name}: ${Object.entries(counts)
        .map((pair) => pair.join(' '))
        .join(', ')}`,
    );

  const limits = createLimits();
  limits.check('rejected joins', baseline.rejected.length + attacked.rejected.length, { max: 0 }, 'joins');
  limits.check('joins under attack, p99', quantile(attacked.times, 0.99), { max: LIMIT_MS }, 'ms');
  limits.check('full tournament', fullResponses, { min: 1 }, 'responses');
  limits.check('seat of a waiting player', reservedAfter, { max: SEAT_LIMIT_S }, 's');
  limits.close();
}
