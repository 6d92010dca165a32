import { computeLog, type Places, solvePowerLaw } from './power-law.ts';

/** How a pool is divided (game rules 8). */
export const PRIZE_TEMPLATES = ['TOP', 'HALF', 'WINNER', 'FIXED'] as const;
export type PrizeTemplate = (typeof PRIZE_TEMPLATES)[number];

/** Consecutive places with the same prize; `amount` is the prize of each place, in wei. */
export interface PrizeRow {
  from: number;
  to: number;
  amount: bigint;
}

/** Input of a prize table. */
export interface PrizeTableInput {
  template: PrizeTemplate;
  /** Entries that can win a prize; the number of seats for a preview. */
  entrants: number;
  /** Wei; see `computePool`. */
  pool: bigint;
  /** Entry fee in wei of the prize token; 0 for a free game. */
  fee: bigint;
  /** Rows of a FIXED plan. */
  rows?: readonly PrizeRow[];
}

/** Maximum number of rows of a prize table. */
export const MAX_PRIZE_ROWS = 30;

/** Shares of the pool in percent by place, for fields below the entrants of the next row (game rules 8). */
const SMALL_FIELDS = [
  { below: 5, shares: [100n] },
  { below: 10, shares: [65n, 35n] },
  { below: 15, shares: [50n, 30n, 20n] },
  { below: 20, shares: [40n, 28n, 19n, 13n] },
  { below: 25, shares: [40n, 25n, 15n, 12n, 8n] },
];

/** Target of the first prize in percent of the pool, for fields up to `entrants`. */
const FIRST_PRIZES = [
  { entrants: 100, percent: 20n },
  { entrants: 1_000, percent: 15n },
  { entrants: 10_000, percent: 10n },
  { entrants: 100_000, percent: 5n },
  { entrants: Number.POSITIVE_INFINITY, percent: 3n },
];

/** Computes the pool in wei: the paid fees less the commission, but at least the guarantee. Fractions of a wei are commission. */
export function computePool(input: { guarantee: bigint; paidFees: bigint; commissionBps: number }): bigint {
  const net = (input.paidFees * (10_000n - BigInt(input.commissionBps))) / 10_000n;
  return net > input.guarantee ? net : input.guarantee;
}

/**
 * Computes the prize table (game rules 8): rows from place 1 on without gaps, amounts positive and never rising, at most
 * `MAX_PRIZE_ROWS`. The amounts of all places add up to exactly the pool. Empty without entrants or pool.
 */
export function prizeTable(input: PrizeTableInput): PrizeRow[] {
  const { template, entrants, pool } = input;
  if (entrants < 1) return [];
  if (template === 'FIXED') return scaleRows(input.rows ?? [], entrants, pool);
  if (template === 'HALF') return splitEqually(Math.floor(entrants / 2), pool);
  if (template === 'WINNER') return splitEqually(1, pool);
  const small = SMALL_FIELDS.find((field) => entrants < field.below);
  return small ? sharePool(small.shares, pool) : topTable(entrants, pool, input.fee);
}

/**
 * Drops the places after the last one, and scales the other amounts so that they add up to the pool. Amounts are rounded down; the
 * remainder goes to place 1.
 */
export function scaleRows(rows: readonly PrizeRow[], places: number, pool: bigint): PrizeRow[] {
  const taken = rows
    .filter((row) => row.from <= places)
    .map((row) => ({ ...row, to: Math.min(row.to, places) }));
  const total = sumRows(taken);
  if (total === 0n || total === pool) return taken;
  return giveRemainder(
    taken.map((row) => ({ ...row, amount: (row.amount * pool) / total })),
    pool,
  );
}

/** Adds up the amounts of all places, in wei. */
export function sumRows(rows: readonly PrizeRow[]): bigint {
  return rows.reduce((sum, row) => sum + BigInt(row.to - row.from + 1) * row.amount, 0n);
}

/** Returns the number of places with a prize. */
export function countPlacesPaid(rows: readonly PrizeRow[]): number {
  return rows.at(-1)?.to ?? 0;
}

/** Divides the pool equally; the first places get one wei more where it does not divide. */
function splitEqually(places: number, pool: bigint): PrizeRow[] {
  const count = BigInt(Math.max(1, places));
  const share = pool / count;
  const last = Number(count);
  const withExtra = Number(pool % count);
  return [
    { from: 1, to: withExtra, amount: share + 1n },
    { from: withExtra + 1, to: last, amount: share },
  ].filter((row) => row.from <= row.to && row.amount > 0n);
}

function sharePool(shares: readonly bigint[], pool: bigint): PrizeRow[] {
  const rows = shares.map((share, index) => ({
    from: index + 1,
    to: index + 1,
    amount: (pool * share) / 100n,
  }));
  return giveRemainder(rows, pool);
}

/** Computes the table of a field of 25 or more: a fifth of it is paid. */
function topTable(entrants: number, pool: bigint, fee: bigint): PrizeRow[] {
  const lowest = roundUp(((fee > 0n ? fee : pool / BigInt(entrants)) * 3n) / 2n || 1n);
  const affordable = pool / (2n * lowest);
  const fifth = Math.floor(entrants / 5);
  const places = affordable < BigInt(fifth) ? Number(affordable) : fifth;
  if (places <= 1) return splitEqually(1, pool);
  const groups = groupPlaces(places);
  const first = targetFirstPrize(entrants, places, pool);
  const amounts = solvePowerLaw(groups, { first, lowest }, pool);
  const rows = groups.map(({ from, to }, index) => ({ from, to, amount: roundDown(amounts[index]!) }));
  return giveRemainder(joinEqual(rows), pool);
}

/** Joins neighbouring rows with the same amount. */
function joinEqual(rows: readonly PrizeRow[]): PrizeRow[] {
  const joined: PrizeRow[] = [];
  for (const row of rows) {
    const above = joined.at(-1);
    if (above?.amount === row.amount) above.to = row.to;
    else joined.push({ ...row });
  }
  return joined;
}

/** Returns the target of the first prize: a share by the size of the field, at least two mean prizes and at most half of the pool. */
function targetFirstPrize(entrants: number, places: number, pool: bigint): bigint {
  const { percent } = FIRST_PRIZES.find((row) => entrants <= row.entrants)!;
  const share = (pool * percent) / 100n;
  const twoMeans = (2n * pool) / BigInt(places);
  const target = share > twoMeans ? share : twoMeans;
  return target < pool / 2n ? target : pool / 2n;
}

/** The rows above the last one of a table of any length: places 1 to 4 single, then groups that end at 1.6 times the previous end. */
const FULL_GROUPS = listFullGroups();

function listFullGroups(): Places[] {
  const groups: Places[] = [];
  for (let from = 1; groups.length < MAX_PRIZE_ROWS - 1; from = groups.at(-1)!.to + 1) {
    const group = { from, to: from <= 4 ? from : Math.floor(((from - 1) * 8) / 5) };
    groups.push({ ...group, log: computeLog(group) });
  }
  return groups;
}

/** Groups the places: full groups, and a last row with the rest. */
function groupPlaces(places: number): Places[] {
  const full = FULL_GROUPS.filter(({ to }) => to <= places);
  const from = (full.at(-1)?.to ?? 0) + 1;
  return from > places ? full : [...full, { from, to: places }];
}

/** Adds what the rows leave of the pool to place 1, in a separate row, and drops rows without an amount. */
function giveRemainder(rows: readonly PrizeRow[], pool: bigint): PrizeRow[] {
  const [head, ...rest] = rows;
  if (!head) return [];
  const first = { from: 1, to: 1, amount: head.amount + pool - sumRows(rows) };
  const others = { ...head, from: 2 };
  return [first, others, ...rest].filter((row) => row.from <= row.to && row.amount > 0n);
}

/** Rounds down to an amount with one or two digits: steps of 1 below 25, of 5 from 25 on, times a power of ten. */
function roundDown(amount: bigint): bigint {
  const step = roundingStep(amount);
  return amount - (amount % step);
}

function roundUp(amount: bigint): bigint {
  const down = roundDown(amount);
  return down === amount ? amount : down + roundingStep(amount);
}

function roundingStep(amount: bigint): bigint {
  let unit = 1n;
  while (amount / unit >= 100n) unit *= 10n;
  return amount / unit < 25n ? unit : 5n * unit;
}
