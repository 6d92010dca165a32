import type { TokenTransfer } from '@touchline/chain-ledger/transfer';
import type { Knex } from 'knex';
import type { StoredTransfer } from './transfer.ts';
import { dropTransfers, insertTransfer, moveTransfers, transfersOf } from './transfers.store.ts';

export interface Receiver {
  chainId: number;
  /** Wallet that receives entry fees, lower case. */
  treasury: string;
}

/** The transfers to the treasury that are worth anything: anybody can make one of 0 in anybody's name. */
export const received = (transfers: readonly TokenTransfer[], treasury: string) =>
  transfers.filter(({ recipient, amount }) => recipient === treasury && amount > 0n);

/**
 * Stores what a transaction brought to the treasury; the caller holds its hash (`lockHash`). What was known and is in another
 * block now, with another index of its log, stays the same transfer: nothing is counted twice after a reorganisation.
 * @param found all of the transaction's transfers to the treasury, deep enough
 */
export async function recordTransfers(
  trx: Knex.Transaction,
  { chainId }: Receiver,
  found: readonly TokenTransfer[],
  now: number,
): Promise<void> {
  const [first] = found;
  if (!first) return;
  const { moves, news, gone } = compare(await transfersOf(trx, chainId, first.tx_hash), found);
  await dropTransfers(trx, gone);
  await moveTransfers(trx, moves);
  for (const transfer of news) await insertTransfer(trx, chainId, transfer, now);
}

interface Comparison {
  moves: { id: number; to: TokenTransfer }[];
  news: TokenTransfer[];
  /** What the transaction did in its former block only. */
  gone: number[];
}

/** Which stored transfer each found one is: the n-th of its sender and amount in the order of the log. */
export function compare(stored: readonly StoredTransfer[], found: readonly TokenTransfer[]): Comparison {
  const left = stored.toSorted((a, b) => a.log_index - b.log_index);
  const moves: Comparison['moves'] = [];
  const news: TokenTransfer[] = [];
  for (const transfer of found.toSorted((a, b) => a.log_index - b.log_index)) {
    const at = left.findIndex(
      ({ sender, amount }) => sender === transfer.sender && amount === transfer.amount,
    );
    const same = at < 0 ? undefined : left.splice(at, 1)[0];
    if (!same) news.push(transfer);
    else if (!isWhereItWas(same, transfer)) moves.push({ id: same.id, to: transfer });
  }
  return { moves, news, gone: left.map(({ id }) => id) };
}

export const isWhereItWas = (stored: StoredTransfer, found: TokenTransfer) =>
  stored.finality !== 'orphaned' &&
  stored.block_hash === found.block_hash &&
  stored.log_index === found.log_index;
