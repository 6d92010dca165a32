import type { PrizeState, PrizeSummary, PrizeToken } from '@touchline/api/http/prize-plans';
import { type Calendar, joinWindow, type TimedGame } from '@touchline/rules/calendar';
import type { PrizeEligibility } from '@touchline/rules/prize-plan';
import {
  computePool,
  countPlacesPaid,
  type PrizeRow,
  type PrizeTemplate,
  prizeTable,
} from '@touchline/rules/prize-table';
import { tokensToWei } from '@touchline/rules/tokens';

/** The prize plan of a game as stored; amounts in wei as text. */
export interface StoredPlan {
  token: PrizeToken;
  guarantee: string;
  commission_bps: number;
  template: PrizeTemplate;
  /** FIXED only; otherwise empty. */
  rows: { from: number; to: number; amount: string }[];
  min_entries: number;
  eligibility: PrizeEligibility;
}

/** Prize columns of a game. */
export interface StoredPrizes {
  plan: StoredPlan;
  /** False while the reserves have never covered the guarantee, so that the game stays closed. */
  covered: boolean;
  /** Null before the review. */
  state: Exclude<PrizeState, 'PREVIEW' | 'PROVISIONAL'> | null;
  /** Wei; null before the review. */
  pool: string | null;
  /** Entries that can win a prize; null before the review. */
  entrants: number | null;
}

/** True once ranks and amounts of a game can no longer change. */
export const arePrizesSettled = ({ prizes: { state } }: { prizes: StoredPrizes }): boolean =>
  state !== null && state !== 'REVIEW';

interface GameWithPrizes extends TimedGame {
  entry_fee: string;
  participants: number;
  max_participants: number | null;
  prizes: StoredPrizes;
}

/** Field and pool of a game's table: frozen ones from the review on; before, those of the seats or of the entries so far. */
export function computeField(
  game: GameWithPrizes,
  now: number,
  calendar: Calendar,
): { entrants: number; pool: bigint } {
  const { plan, pool, entrants } = game.prizes;
  if (pool !== null && entrants !== null) return { entrants, pool: BigInt(pool) };
  const { code } = joinWindow(game, now, calendar);
  const isJoinable = code === 'OPEN' || code === 'NOT_OPEN';
  const field = isJoinable ? (game.max_participants ?? game.participants) : game.participants;
  const paidFees = tokensToWei(game.entry_fee) * BigInt(field);
  const announced = { guarantee: BigInt(plan.guarantee), paidFees, commissionBps: plan.commission_bps };
  return { entrants: Math.max(1, field), pool: computePool(announced) };
}

/** Computes the prize table of a game. */
export function computeTable(
  { entry_fee, prizes }: Pick<GameWithPrizes, 'entry_fee' | 'prizes'>,
  { entrants, pool }: { entrants: number; pool: bigint },
): PrizeRow[] {
  const { template, rows } = prizes.plan;
  return prizeTable({
    template,
    entrants,
    pool,
    fee: tokensToWei(entry_fee),
    rows: rows.map((row) => ({ ...row, amount: BigInt(row.amount) })),
  });
}

/** Converts a table to API form. */
export const toWireTable = (table: readonly PrizeRow[]) =>
  table.map(({ from, to, amount }) => ({ from, to, amount: amount.toString() }));

/** Builds the announced prizes of a game. */
export function buildPrizeSummary(game: GameWithPrizes, now: number, calendar: Calendar): PrizeSummary {
  const { token, guarantee, commission_bps, template, min_entries, eligibility } = game.prizes.plan;
  const field = computeField(game, now, calendar);
  const table = computeTable(game, field);
  return {
    state: computePrizeState(game, now),
    token,
    guarantee,
    pool: field.pool.toString(),
    covered: game.prizes.covered,
    commission_bps,
    template,
    min_entries,
    eligibility,
    places_paid: countPlacesPaid(table),
    first_prize: (table[0]?.amount ?? 0n).toString(),
    table: toWireTable(table),
  };
}

/** Computes the state: the stored one from the review on, else by the clock. */
function computePrizeState(game: TimedGame & { prizes: StoredPrizes }, now: number): PrizeState {
  if (game.status === 'CANCELLED') return 'NONE';
  return game.prizes.state ?? (now < game.start ? 'PREVIEW' : 'PROVISIONAL');
}
