import type { Knex } from 'knex';
import {
  insertTransfer,
  lockTransactions,
  moveTransfers,
  orphanTransfers,
  findTransfers,
} from './ledger.store.ts';
import type { Book, StoredTransfer } from './stored-transfer.ts';
import type { TokenTransfer } from './transfer.ts';

/** The transfers of a book that have a value: anybody can write a log of 0 with anybody as its sender. */
export const filterByBook = ({ side, address }: Book, transfers: readonly TokenTransfer[]) =>
  transfers.filter((transfer) => transfer[side] === address && transfer.amount > 0n);

/**
 * Makes the ledger say what the chain says of a transaction. A transfer that was mined again in another place stays the
 * same transfer, so nothing is counted twice after a reorganisation. Dust is not added; what is known stays known,
 * wherever the floor was then.
 * @param found all of the transaction's transfers that belong to the book; none when it is not part of the chain
 * @returns whether the ledger said something else
 */
export async function recordTransfers(
  trx: Knex.Transaction,
  book: Book,
  { hash, found, floor, now }: { hash: string; found: readonly TokenTransfer[]; floor: bigint; now: number },
): Promise<boolean> {
  await lockTransactions(trx, [hash]);
  const { moved, added, removed: gone } = compareTransfers(await findTransfers(trx, book, [hash]), found);
  await orphanTransfers(trx, book, gone);
  await moveTransfers(trx, book, moved);
  const recorded = added.filter(({ amount }) => amount >= floor);
  for (const transfer of recorded) await insertTransfer(trx, book, transfer, now);
  return moved.length + recorded.length + gone.length > 0;
}

interface Comparison {
  moved: { id: number; to: TokenTransfer }[];
  added: TokenTransfer[];
  removed: number[];
}

/**
 * Which stored transfer each found one is: the n-th of its sender, recipient and amount, those that count before orphaned
 * ones.
 */
export function compareTransfers(stored: readonly StoredTransfer[], found: readonly TokenTransfer[]): Comparison {
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

/** Does the ledger have the transfer exactly where the chain has it? */
export const isInPlace = (stored: StoredTransfer, found: TokenTransfer) =>
  stored.state !== 'ORPHANED' &&
  stored.block_hash === found.block_hash &&
  stored.log_index === found.log_index;
