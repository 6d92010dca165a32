import { isDeepStrictEqual } from 'node:util';
import type { ListQuery } from '@touchline/api/admin-values';
import type { STAKE_COLUMNS } from '@touchline/api/http/admin-stakes';
import {
  createAmountMatcher,
  createDayMatcher,
} from '@touchline/service-kit/administration/displayed-values';
import type { Database } from '@touchline/service-kit/data/database';
import { createSharedRun } from '@touchline/service-kit/process/shared-work';
import { type Horizon, type ListedStake, NO_HORIZON, readChangedStakes } from './listed-stakes.store.ts';
import { createSortedRows, type SortedRows } from './sorted-rows.ts';

type Column = (typeof STAKE_COLUMNS)[number];

/**
 * All stakes in memory, sorted per column, so that every page costs the same. Each call first reads the changes from the
 * database, including changes by other replicas.
 */
export interface StakeList {
  page(query: ListQuery<Column>): Promise<{ rows: ListedStake[]; total: number }>;
  /** `staked` in wei. */
  totals(): Promise<{ stakes: number; active: number; staked: bigint }>;
  /** Reads the changes since the last call; the first call reads all stakes. */
  refresh(): Promise<void>;
}

/** With more changed rows than this, sorting again is cheaper than moving each row. */
const MAX_MOVES = 500;

export function createStakeList(db: Database): StakeList {
  const stakes = new Map<string, ListedStake>();
  const orders = new Map<Column, SortedRows<ListedStake>>();
  let totals = { active: 0, staked: 0n };
  let horizon: Horizon = NO_HORIZON;
  /** Rows of the last search, reused for its other pages. */
  let lastSearch: { key: string; rows: readonly ListedStake[] } | null = null;

  function applyPage(page: readonly ListedStake[]): void {
    const changed = page.filter((stake) => !isDeepStrictEqual(stakes.get(stake.id), stake));
    if (changed.length > 0) lastSearch = null;
    if (changed.length > MAX_MOVES) orders.clear();
    for (const stake of changed) {
      const before = stakes.get(stake.id);
      for (const order of orders.values()) order.replace(before, stake);
      stakes.set(stake.id, stake);
      totals = addToTotals(addToTotals(totals, before, -1), stake, 1);
    }
  }

  const refresh = createSharedRun(async () => {
    horizon = await readChangedStakes(db, horizon, applyPage);
  });

  function findRows(column: Column, search: string): readonly ListedStake[] {
    const order = orders.get(column) ?? createSortedRows(stakes.values(), COMPARE[column]);
    orders.set(column, order);
    if (search === '') return order.rows;
    const key = `${column} ${search}`;
    if (lastSearch?.key !== key) lastSearch = { key, rows: order.rows.filter(createMatcher(search)) };
    return lastSearch.rows;
  }

  return {
    refresh,
    async page({ page, limit, sortBy, sortOrder, search = '' }) {
      await refresh();
      const rows = findRows(sortBy, search.toLowerCase());
      const skipped = (page - 1) * limit;
      if (sortOrder === 'asc') return { rows: rows.slice(skipped, skipped + limit), total: rows.length };
      const end = Math.max(0, rows.length - skipped);
      return { rows: rows.slice(Math.max(0, end - limit), end).reverse(), total: rows.length };
    },
    async totals() {
      await refresh();
      return { stakes: stakes.size, ...totals };
    },
  };
}

function addToTotals(
  totals: { active: number; staked: bigint },
  stake: ListedStake | undefined,
  sign: 1 | -1,
) {
  if (!stake?.is_active) return totals;
  return { active: totals.active + sign, staked: totals.staked + BigInt(sign) * stake.wei };
}

const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const compareIds = (a: ListedStake, b: ListedStake) => compareTexts(a.id, b.id);
const compareBy =
  <V extends string | number | bigint | boolean>(value: (stake: ListedStake) => V) =>
  (a: ListedStake, b: ListedStake) => {
    const [left, right] = [value(a), value(b)];
    return left < right ? -1 : left > right ? 1 : compareIds(a, b);
  };

const COMPARE: Record<Column, (a: ListedStake, b: ListedStake) => number> = {
  id: compareIds,
  wallet_address: compareBy(({ wallet_address }) => wallet_address),
  amount: compareBy(({ wei }) => wei),
  lock_start_date: compareBy(({ lock_start }) => lock_start),
  lock_end_date: compareBy(({ lock_end }) => lock_end),
  is_active: compareBy(({ is_active }) => is_active),
};

/**
 * Creates a filter for stakes that contain the text in a column: id, wallet, amount, day (UTC) or status.
 * @param search in lower case
 */
function createMatcher(search: string): (stake: ListedStake) => boolean {
  // A search for "active" must not match "inactive", so the status is compared by prefix.
  const status = [true, false].filter((on) => (on ? 'active' : 'inactive').startsWith(search));
  const matchesAmount = createAmountMatcher(search);
  const matchesDay = createDayMatcher(search);
  return ({ id, wallet_address, amount, lock_start, lock_end, is_active }) =>
    wallet_address.includes(search) ||
    id.includes(search) ||
    matchesAmount(amount) ||
    status.includes(is_active) ||
    matchesDay(lock_start) ||
    matchesDay(lock_end);
}
