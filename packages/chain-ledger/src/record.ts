import type { Knex } from 'knex';
import {
  findTransfers,
  insertTransfer,
  lockTransactions,
  moveTransfers,
  orphanTransfers,
} from './ledger.store.ts';
import type { Book, StoredTransfer } from './stored-transfer.ts';
import type { TokenTransfer } from './transfer.ts';

/** The transfers of a book with an amount above 0. Any caller can emit a transfer of 0 with any wallet as its sender. */
export const filterByBook = ({ side, address }: Book, transfers: readonly TokenTransfer[]) =>
  transfers.filter((transfer) => transfer[side] === address && transfer.amount > 0n);

/**
 * Makes the ledger match the chain for one transaction. A transfer that is mined again in another position keeps its row, so
 * nothing is counted twice after a reorganisation. New transfers below `minAmount` are skipped; recorded ones are kept even
 * if the minimum has risen.
 * @param found all of the transaction's transfers in the book; empty when the transaction is not part of the chain
 */
export async function recordTransfers(
  trx: Knex.Transaction,
  book: Book,
  {
    hash,
    found,
    minAmount,
    now,
  }: { hash: string; found: readonly TokenTransfer[]; minAmount: bigint; now: number },
): Promise<void> {
  await lockTransactions(trx, [hash]);
  const { moved, added, removed: gone } = compareTransfers(await findTransfers(trx, book, [hash]), found);
  await orphanTransfers(trx, book, gone);
  await moveTransfers(trx, book, moved);
  const recorded = added.filter(({ amount }) => amount >= minAmount);
  for (const transfer of recorded) await insertTransfer(trx, book, transfer, now);
}

interface Comparison {
  moved: { id: number; to: TokenTransfer }[];
  added: TokenTransfer[];
  removed: number[];
}

/**
 * Pairs stored transfers with found ones: the n-th of the same sender, recipient and amount. Orphaned transfers are paired
 * last.
 */
export function compareTransfers(
  stored: readonly StoredTransfer[],
  found: readonly TokenTransfer[],
): Comparison {
  const left = stored.toSorted(compareByPosition);
  const moved: Comparison['moved'] = [];
  const added: TokenTransfer[] = [];
  for (const transfer of found.toSorted((a, b) => a.log_index - b.log_index)) {
    const at = left.findIndex(
      ({ sender, recipient, amount }) =>
        sender === transfer.sender && recipient === transfer.recipient && amount === transfer.amount,
    );
    const same = at < 0 ? undefined : left.splice(at, 1)[0];
    if (!same) added.push(transfer);
    else if (!isInPlace(same, transfer)) moved.push({ id: same.id, to: transfer });
  }
  return { moved, added, removed: left.filter(({ state }) => state !== 'ORPHANED').map(({ id }) => id) };
}

function compareByPosition(a: StoredTransfer, b: StoredTransfer): number {
  const orphaned = Number(a.state === 'ORPHANED') - Number(b.state === 'ORPHANED');
  if (orphaned !== 0) return orphaned;
  return a.state === 'ORPHANED' ? a.id - b.id : a.log_index - b.log_index;
}

/** True if the stored position equals the position on the chain. */
export const isInPlace = (stored: StoredTransfer, found: TokenTransfer) =>
  stored.state !== 'ORPHANED' &&
  stored.block_hash === found.block_hash &&
  stored.log_index === found.log_index;
