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

/** Prints joins with and without the attack side by side and checks the limits. @returns the exit code */
export function report({ baseline, attacked, seat, attacks }: Result): number {
  console.log('\njoins of players, ms         baseline  attacked');
  const printRow = (name: string, values: readonly number[]) =>
    console.log(
      `${name.padEnd(28)} ${values.map((value) => String(Math.round(value)).padStart(7)).join('   ')}`,
    );
  for (const [name, share] of QUANTILES)
    printRow(name, [quantile(baseline, share), quantile(attacked, share)]);
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

  const checks: [string, boolean][] = [
    ['every join succeeds', baseline.rejected.length + attacked.rejected.length === 0],
    [`p99 of joins under attack is below ${LIMIT_MS} ms`, quantile(attacked, 0.99) < LIMIT_MS],
    ['squatters fill the tournament', fullResponses > 0],
    [`a waiting player gets a seat within ${SEAT_LIMIT_S} s`, reservedAfter < SEAT_LIMIT_S],
  ];
  for (const [what, passed] of checks) if (!passed) console.log(`failed: ${what}`);
  const failed = checks.filter(([, passed]) => !passed).length;
  console.log(`${checks.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

function quantile({ times }: Joins, share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.POSITIVE_INFINITY;
}
