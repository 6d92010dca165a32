import type { Attack } from './attackers.ts';
import type { Joins, Seat } from './players.ts';

/** An honest player's join, while the attack lasts. */
const LIMIT_MS = 1000;
/** An unpaid seat is free again after three minutes. */
const SEAT_LIMIT_S = 190;
const QUANTILES = [
  ['p50', 0.5],
  ['p90', 0.9],
  ['p99', 0.99],
  ['max', 1],
] as const;

export interface Result {
  calm: Joins;
  hostile: Joins;
  seat: Seat;
  attacks: Record<string, Attack>;
}

/** Prints the joins with and without the attack side by side. @returns the exit code */
export function report({ calm, hostile, seat, attacks }: Result): number {
  console.log('\njoins of honest players, ms     calm  attacked');
  const line = (name: string, values: readonly number[]) =>
    console.log(
      `${name.padEnd(28)} ${values.map((value) => String(Math.round(value)).padStart(7)).join('   ')}`,
    );
  for (const [name, share] of QUANTILES) line(name, [quantile(calm, share), quantile(hostile, share)]);
  line('joined', [calm.times.length, hostile.times.length]);
  line('refused', [calm.refused.length, hostile.refused.length]);
  for (const code of new Set([...calm.refused, ...hostile.refused])) console.log(`  refused: ${code}`);
  const { full, heldAfter, joinedAfter } = seat;
  console.log(
    `the full tournament: a seat after ${Math.round(heldAfter)} s (${full} times full), paid and joined after ${Math.round(joinedAfter)} s`,
  );
  for (const [name, { seen }] of Object.entries(attacks))
    console.log(
      `${name}: ${Object.entries(seen)
        .map((pair) => pair.join(' '))
        .join(', ')}`,
    );

  const checks: [string, boolean][] = [
    ['every join succeeds', calm.refused.length + hostile.refused.length === 0],
    [`p99 of the joins under attack is below ${LIMIT_MS} ms`, quantile(hostile, 0.99) < LIMIT_MS],
    ['the squatters filled the tournament', full > 0],
    [`a patient player holds a seat within ${SEAT_LIMIT_S} s`, heldAfter < SEAT_LIMIT_S],
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
