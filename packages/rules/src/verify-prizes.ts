import { earnedPoints } from './points.ts';
import { awardPrizes } from './prize-awards.ts';
import { findRowsProblem, MAX_COMMISSION_BPS } from './prize-plan.ts';
import { computePool, type PrizeRow, prizeTable } from './prize-table.ts';
import type { PublishedEntry, PublishedResult, PublishedRow, PublishedWinner } from './result-document.ts';
import type { ComputedEntry } from './result-points.ts';
import type { Report } from './result-report.ts';
import { tokensToWei } from './tokens.ts';

/** A leaf of the settlement's tree; the other fields are the same for all leaves. */
export interface ResultLeaf {
  index: number;
  account: string;
  /** Wei. */
  amount: bigint;
}

/** An entry with the computed values that its rank and its prize depend on. */
export interface CheckedEntry extends Pick<ComputedEntry, 'gross' | 'earned'> {
  published: Pick<
    PublishedEntry,
    'ordinal' | 'wallet_address' | 'rank' | 'unranked' | 'amount' | 'leaf' | 'joined_at' | 'eligible'
  >;
}

/**
 * Checks pool and table, and returns the computed table. Entries that were taken out of the standings after the field was counted may
 * still be entrants.
 */
export function checkTable(
  result: PublishedResult,
  checked: readonly CheckedEntry[],
  report: Report,
): PrizeRow[] {
  const { plan, game } = result;
  const fee = tokensToWei(game.entry_fee);
  // The payment of a suspended entry is not on the chain.
  const paid = checked.filter(({ published }) => published.unranked !== 'SUSPENDED').length;
  report(null, 'paid_fees', result.paid_fees, (fee * BigInt(paid)).toString());
  const commissionBps = toInteger(plan.commission_bps, 0, MAX_COMMISSION_BPS);
  report(null, 'plan.commission_bps', plan.commission_bps, commissionBps);
  const pool = computePool({
    guarantee: BigInt(plan.guarantee),
    paidFees: BigInt(result.paid_fees),
    commissionBps,
  });
  report(null, 'pool', result.pool, pool.toString());
  const ranked = checked.filter(({ published }) => published.unranked === null);
  const eligible = ranked.filter(({ published }) => published.eligible).length;
  const most = eligible + checked.length - ranked.length;
  const entrants = toInteger(result.entrants, eligible, most);
  report(null, 'entrants', result.entrants, entrants);
  const table = prizeTable({ template: plan.template, entrants, pool, fee, rows: checkRows(plan, report) });
  report(null, 'table', describeRows(readRows(result.table)), describeRows(table));
  return table;
}

/** Returns the nearest integer that is possible, because tables are computed from integers only. */
const toInteger = (value: number, min: number, max: number) =>
  Math.min(max, Math.max(min, Math.floor(value)));

/** Returns the rows of the plan, or none if no plan can have them, because prizes are computed from legal tables only. */
function checkRows({ template, guarantee, rows: published }: PublishedResult['plan'], report: Report) {
  const rows = readRows(published);
  const problem = findRowsProblem({ template, guarantee: BigInt(guarantee), rows });
  if (problem === null) return rows;
  report(null, 'plan.rows', describeRows(rows), problem);
  return [];
}

const readRows = (rows: readonly PublishedRow[]): PrizeRow[] =>
  rows.map(({ from, to, amount }) => ({ from, to, amount: BigInt(amount) }));

const describeRows = (rows: readonly PrizeRow[]) =>
  rows.map(({ from, to, amount }) => `${from}-${to}: ${amount}`).join(', ');

/** Checks ranks, prizes, leaves and podium, and returns the leaves of the computed prizes. */
export function checkPrizes(
  result: PublishedResult,
  table: readonly PrizeRow[],
  checked: readonly CheckedEntry[],
  report: Report,
): ResultLeaf[] {
  const ranking = rankEntries(checked);
  const prizes = awardPrizes(
    ranking.map(({ rank, entry: { published } }) => ({
      rank,
      joinedAt: published.joined_at,
      eligible: published.eligible,
    })),
    table,
  );
  for (const { published } of checked.filter((entry) => entry.published.unranked !== null)) {
    report(published.ordinal, 'rank', published.rank, null);
    report(published.ordinal, 'amount', published.amount, '0');
    report(published.ordinal, 'leaf', published.leaf, null);
    report(published.ordinal, 'eligible', published.eligible, false);
  }
  const leaves: ResultLeaf[] = [];
  const podium: PublishedWinner[] = [];
  const taken = new Set<number>();
  for (const [place, { rank, entry }] of ranking.entries()) {
    const { ordinal, wallet_address: account, leaf } = entry.published;
    const amount = prizes[place]!;
    report(ordinal, 'rank', entry.published.rank, rank);
    report(ordinal, 'amount', entry.published.amount, amount.toString());
    if (amount === 0n) {
      report(ordinal, 'leaf', leaf, null);
      continue;
    }
    // Below the indexes that entries with a wrong leaf get: a tree has no index twice.
    const indexes = Math.min(result.prizes, ranking.length);
    const isFree = leaf !== null && Number.isInteger(leaf) && leaf >= 0 && leaf < indexes && !taken.has(leaf);
    if (!isFree) report(ordinal, 'leaf', leaf, 'an index of the tree that no other entry has');
    const index = isFree ? leaf : ranking.length + place;
    taken.add(index);
    leaves.push({ index, account, amount });
    if (index < PODIUM_PLACES)
      podium[index] = {
        rank,
        wallet_address: account,
        earned_points: earnedPoints(entry.earned),
        amount: amount.toString(),
      };
  }
  const total = leaves.reduce((sum, { amount }) => sum + amount, 0n);
  report(null, 'prizes', result.prizes, leaves.length);
  report(null, 'total', result.total, total.toString());
  for (let place = 0; place < Math.max(result.podium.length, podium.length); place += 1)
    report(null, `podium.${place}`, describeWinner(result.podium[place]), describeWinner(podium[place]));
  return leaves;
}

const PODIUM_PLACES = 3;

const describeWinner = (winner: PublishedWinner | undefined) =>
  winner
    ? `rank ${winner.rank}, ${winner.wallet_address}, ${winner.earned_points} points, ${winner.amount} wei`
    : 'none';

/** Sorts the ranked entries, in the order of joining, by earned points, then gross points, and adds shared ranks (1, 1, 3). */
function rankEntries(checked: readonly CheckedEntry[]): { rank: number; entry: CheckedEntry }[] {
  const sorted = checked
    .filter(({ published }) => published.unranked === null)
    .sort((a, b) => b.earned - a.earned || b.gross - a.gross);
  let rank = 0;
  return sorted.map((entry, index) => {
    const above = sorted[index - 1];
    if (above?.earned !== entry.earned || above.gross !== entry.gross) rank = index + 1;
    return { rank, entry };
  });
}
