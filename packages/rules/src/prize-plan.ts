import {
  MAX_PRIZE_ROWS,
  PRIZE_TEMPLATES,
  type PrizeRow,
  type PrizeTemplate,
  sumRows,
} from './prize-table.ts';

/** @deprecated Import it from `prize-table`; removed in 2.0.0. */
export { computePool } from './prize-table.ts';

/** Entries that can win: all; with an active stake; of wallets with a paid entry of the same season that joined before the game starts. */
export const PRIZE_ELIGIBILITIES = ['ALL', 'STAKERS', 'ENTRANTS'] as const;
export type PrizeEligibility = (typeof PRIZE_ELIGIBILITIES)[number];

/** The prizes that a game announces before anyone pays (game rules 8). */
export interface PrizePlan {
  /** Address of the prize token. */
  token: string;
  /** Wei; 0 for a game without a guarantee. */
  guarantee: bigint;
  /** Commission in basis points of the paid fees. */
  commission_bps: number;
  template: PrizeTemplate;
  /** FIXED only, otherwise empty: the prizes if the pool is the guarantee. */
  rows: readonly PrizeRow[];
  /** A game with fewer entries when joining closes is cancelled. */
  min_entries: number;
  eligibility: PrizeEligibility;
}

/** The fields of a game that limit its plan. */
export interface PlannedGame {
  /** Entry fee in wei; 0 for a free game. */
  fee: bigint;
  /** Address of the token of entry fees. */
  feeToken: string;
  /** Null without a limit. */
  seats: number | null;
}

/** A problem of a prize plan, with the field that causes it. */
export interface PrizePlanProblem {
  field: keyof PrizePlan;
  message: string;
}

/** Highest commission, in basis points. */
export const MAX_COMMISSION_BPS = 5_000;
/** Largest guarantee in wei, and largest amount of the vault. */
const MAX_GUARANTEE = 2n ** 128n;
const ADDRESS = /^0x[0-9a-f]{40}$/i;
const NO_TOKEN = `0x${'0'.repeat(40)}`;

/** Returns the problems of a plan, at most one for each field; empty if the game can announce it. */
export function validatePrizePlan(plan: PrizePlan, game?: PlannedGame): PrizePlanProblem[] {
  const messages: Record<keyof PrizePlan, string | null> = {
    token: findTokenProblem(plan, game),
    guarantee: findGuaranteeProblem(plan),
    commission_bps: isWithin(plan.commission_bps, 0, MAX_COMMISSION_BPS)
      ? null
      : `The commission must be an integer from 0 to ${MAX_COMMISSION_BPS} basis points.`,
    template: PRIZE_TEMPLATES.includes(plan.template)
      ? null
      : `The template must be one of ${PRIZE_TEMPLATES.join(', ')}.`,
    rows: findRowsProblem(plan),
    min_entries: isWithin(plan.min_entries, 1, game?.seats ?? Number.MAX_SAFE_INTEGER)
      ? null
      : 'The minimum number of entries must be an integer of at least 1, and not above the number of seats.',
    eligibility: findEligibilityProblem(plan, game),
  };
  const fields = Object.keys(messages) as (keyof PrizePlan)[];
  return fields.flatMap((field) => (messages[field] === null ? [] : [{ field, message: messages[field] }]));
}

const isWithin = (value: number, min: number, max: number) =>
  Number.isSafeInteger(value) && value >= min && value <= max;

function findTokenProblem({ token }: PrizePlan, game: PlannedGame | undefined): string | null {
  if (!ADDRESS.test(token) || token === NO_TOKEN)
    return 'The token must be the address of an ERC-20 contract.';
  if (game && game.fee > 0n && token.toLowerCase() !== game.feeToken.toLowerCase())
    return 'A game with an entry fee pays its prizes in the token of the fee.';
  return null;
}

function findEligibilityProblem({ eligibility }: PrizePlan, game: PlannedGame | undefined): string | null {
  if (!PRIZE_ELIGIBILITIES.includes(eligibility))
    return `The eligibility must be one of ${PRIZE_ELIGIBILITIES.join(', ')}.`;
  if (game && game.fee > 0n && eligibility !== 'ALL')
    return 'In a game with an entry fee, every entry can win a prize.';
  return null;
}

function findGuaranteeProblem({ guarantee, template }: PrizePlan): string | null {
  if (guarantee < 0n) return 'The guarantee must not be negative.';
  if (guarantee > MAX_GUARANTEE) return 'The guarantee is too large to be paid.';
  if (template === 'FIXED' && guarantee === 0n)
    return 'A FIXED table needs a guarantee, because its rows are amounts that the game promises.';
  return null;
}

/** Returns the problem of the rows of a plan; null if they are a legal FIXED table, or none for another template. */
export function findRowsProblem({
  template,
  rows,
  guarantee,
}: Pick<PrizePlan, 'template' | 'rows' | 'guarantee'>): string | null {
  if (template !== 'FIXED') return rows.length === 0 ? null : 'Only a FIXED table has rows.';
  if (rows.length === 0) return 'A FIXED table needs a row.';
  // A larger pool leaves a remainder, which place 1 gets in a separate row.
  if (rows.length + (rows[0]!.to > 1 ? 1 : 0) > MAX_PRIZE_ROWS)
    return `A FIXED table has at most ${MAX_PRIZE_ROWS} rows, including a separate one for place 1.`;
  for (const [index, row] of rows.entries()) {
    const problem = findRowProblem(row, rows[index - 1]);
    if (problem) return `Row ${index + 1}: ${problem}`;
  }
  if (sumRows(rows) !== guarantee)
    return `The rows add up to ${sumRows(rows)} wei, but the guarantee is ${guarantee} wei.`;
  return null;
}

function findRowProblem(row: PrizeRow, above: PrizeRow | undefined): string | null {
  const start = (above?.to ?? 0) + 1;
  if (!isWithin(row.from, 1, 1e9) || !isWithin(row.to, row.from, 1e9))
    return 'places must be integers, and the last not before the first.';
  if (row.from < start) return `it overlaps with the row above; it must begin with place ${start}.`;
  if (row.from > start) return `places are missing before it; it must begin with place ${start}.`;
  if (row.amount <= 0n) return 'the amount must be positive.';
  if (above && row.amount > above.amount) return 'the amount must not be above that of a better place.';
  return null;
}
