import type { Product } from '@touchline/local-stack/product';
import { formatEther } from 'viem';
import { readTransfers } from './state-snapshot.ts';
import { type EntryRow, groupBy, summarise, type ValidationResult } from './validators.ts';

/** A payout in the administrators' list. */
export interface PayoutRow {
  id: string;
  recipient: string;
  /** Whole FOOTBALL. */
  amount: string;
  state: string;
  reason: string;
  transaction_hash: string | null;
}

/** A transfer on the chain from one of the product's wallets. */
export interface SentTransfer {
  /** Transaction hash and log index. */
  key: string;
  hash: string;
  recipient: string;
  amount: string;
}

export async function readOutgoingTransfers(product: Product): Promise<SentTransfer[]> {
  const { treasury, stakingWallet } = product.chain;
  const logs = await readTransfers(product, { from: [treasury, stakingWallet] });
  return logs.map(({ transactionHash: hash, logIndex, args: { to, value } }) => ({
    key: `${hash} ${logIndex}`,
    hash,
    recipient: to.toLowerCase(),
    amount: formatEther(value),
  }));
}

interface PayoutHistory {
  /** Entries of the cancelled game. */
  entries: readonly EntryRow[];
  /** Payouts due before the first payment. */
  due: readonly PayoutRow[];
  /** Due payouts that the administrator paid. */
  paid: readonly PayoutRow[];
  /** Final list of payouts. */
  all: readonly PayoutRow[];
  /** Transfers sent since then. */
  sent: readonly SentTransfer[];
}

/** Finds entries of a cancelled game whose payment is not refunded by exactly one payout. A suspended entry has no payment. */
export function findUnrefunded(entries: readonly EntryRow[], due: readonly PayoutRow[]): string[] {
  const refunds = groupBy(
    due.filter(({ reason }) => reason === 'GAME_CANCELLED'),
    ({ recipient }) => recipient,
  );
  return entries.flatMap(({ id, wallet, suspended }) => {
    const count = refunds.get(wallet)?.length ?? 0;
    return count === (suspended ? 0 : 1) ? [] : [`${count} refunds of entry ${id}`];
  });
}

/** Checks that each entry is refunded once, each started payout is paid once and each other payout is still due. */
export function validatePayouts({ entries, due, paid, all, sent }: PayoutHistory): ValidationResult[] {
  const byId = new Map(all.map((payout) => [payout.id, payout]));
  const transfers = new Map<string, SentTransfer>(sent.map((transfer) => [transfer.hash, transfer]));
  const startedIds = new Set(paid.map(({ id }) => id));
  const isPaidBy = ({ id, recipient, amount }: PayoutRow) => {
    const { state, transaction_hash } = byId.get(id) ?? {};
    const transfer = transfers.get(transaction_hash ?? '');
    return state === 'CONFIRMED' && transfer?.recipient === recipient && transfer.amount === amount;
  };
  const describePayout = (payout: PayoutRow) =>
    `${payout.id} of ${payout.amount} is ${byId.get(payout.id)?.state ?? 'missing'}`;
  const unpaid = paid.filter((each) => !isPaidBy(each)).map((each) => `not paid: ${describePayout(each)}`);
  const untouched = due.filter(({ id }) => !startedIds.has(id));
  const changed = untouched
    .filter(({ id }) => byId.get(id)?.state !== 'DUE')
    .map((each) => `not due: ${describePayout(each)}`);
  const matchedHashes = new Set(all.map(({ transaction_hash }) => transaction_hash));
  const unmatched = sent
    .filter(({ hash }) => !matchedHashes.has(hash))
    .map(({ key }) => `unmatched transfer: ${key}`);
  return [
    summarise(
      'each paid entry of the cancelled game has one refund',
      entries.length,
      findUnrefunded(entries, due),
    ),
    summarise('started payouts are paid by their transfer', paid.length, unpaid),
    summarise('payouts that were not started are still due', untouched.length, changed),
    summarise('each outgoing transfer pays one payout', sent.length, unmatched),
  ];
}
