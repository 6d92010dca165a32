import { isDeepStrictEqual } from 'node:util';
import type { STAKE_COLUMNS } from '@touchline/api/http/admin-stakes';
import type { Database } from '@touchline/service-kit/database';
import { type Horizon, type ListedStake, NO_HORIZON, readChangedStakes } from './listed-stakes.store.ts';
import { matcherOf } from './search.ts';
import { createSortedRows, type SortedRows } from './sorted-rows.ts';

type Column = (typeof STAKE_COLUMNS)[number];

export interface ListedPage {
  page: number;
  limit: number;
  sort_by: Column;
  sort_order: 'asc' | 'desc';
  search: string;
}

/**
 * All stakes in memory, per column in its order, so that a deep page costs what the first one costs. Each answer first reads
 * what has changed in the database, whichever replica changed it.
 */
export interface StakeList {
  page(asked: ListedPage): Promise<{ rows: ListedStake[]; total: number }>;
  /** `staked` in wei. */
  totals(): Promise<{ stakes: number; active: number; staked: bigint }>;
  /** Reads what has changed; the first time that is everything. */
  refresh(): Promise<void>;
}

/** With more changes than this at once a new sort is cheaper than moving each row. */
const MANY = 500;

export function createStakeList(db: Database): StakeList {
  const stakes = new Map<string, ListedStake>();
  const orders = new Map<Column, SortedRows<ListedStake>>();
  let totals = { active: 0, staked: 0n };
  let horizon: Horizon = NO_HORIZON;
  /** The rows of the last search, for its other pages. */
  let found: { key: string; rows: readonly ListedStake[] } | null = null;

  function take(page: readonly ListedStake[]): void {
    const changed = page.filter((stake) => !isDeepStrictEqual(stakes.get(stake.id), stake));
    if (changed.length > 0) found = null;
    if (changed.length > MANY) orders.clear();
    for (const stake of changed) {
      const before = stakes.get(stake.id);
      for (const order of orders.values()) order.replace(before, stake);
      stakes.set(stake.id, stake);
      totals = add(add(totals, before, -1), stake, 1);
    }
  }

  const refresh = oneAtATime(async () => {
    horizon = await readChangedStakes(db, horizon, take);
  });

  function rowsOf(column: Column, search: string): readonly ListedStake[] {
    const order = orders.get(column) ?? createSortedRows(stakes.values(), COMPARE[column]);
    orders.set(column, order);
    if (search === '') return order.rows;
    const key = `${column} ${search}`;
    if (found?.key !== key) found = { key, rows: order.rows.filter(matcherOf(search)) };
    return found.rows;
  }

  return {
    refresh,
    async page({ page, limit, sort_by, sort_order, search }) {
      await refresh();
      const rows = rowsOf(sort_by, search.toLowerCase());
      const skipped = (page - 1) * limit;
      if (sort_order === 'asc') return { rows: rows.slice(skipped, skipped + limit), total: rows.length };
      const end = Math.max(0, rows.length - skipped);
      return { rows: rows.slice(Math.max(0, end - limit), end).reverse(), total: rows.length };
    },
    async totals() {
      await refresh();
      return { stakes: stakes.size, ...totals };
    },
  };
}

function add(totals: { active: number; staked: bigint }, stake: ListedStake | undefined, sign: 1 | -1) {
  if (!stake?.is_active) return totals;
  return { active: totals.active + sign, staked: totals.staked + BigInt(sign) * stake.wei };
}

const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const byId = (a: ListedStake, b: ListedStake) => compareTexts(a.id, b.id);
const by =
  <V extends string | number | bigint | boolean>(value: (stake: ListedStake) => V) =>
  (a: ListedStake, b: ListedStake) => {
    const [left, right] = [value(a), value(b)];
    return left < right ? -1 : left > right ? 1 : byId(a, b);
  };

const COMPARE: Record<Column, (a: ListedStake, b: ListedStake) => number> = {
  id: byId,
  wallet_address: by(({ wallet_address }) => wallet_address),
  amount: by(({ wei }) => wei),
  lock_start_date: by(({ lock_start }) => lock_start),
  lock_end_date: by(({ lock_end }) => lock_end),
  is_active: by(({ is_active }) => is_active),
};

/** One call of `work` at a time; calls that come while one waits share it, and it begins after they came. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  let waiting: Promise<void> | null = null;
  const run = () => {
    waiting = null;
    return work();
  };
  return () => {
    waiting ??= last.then(run, run);
    last = waiting;
    return waiting;
  };
}
