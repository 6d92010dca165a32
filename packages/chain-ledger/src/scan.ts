import type { Database } from '@touchline/service-kit/database';
import type { Knex } from 'knex';
import { type Dust, moveCursor, readCursor, findTransfers } from './ledger.store.ts';
import { isInPlace, filterByBook, recordTransfers } from './record.ts';
import type { Book, StoredTransfer } from './stored-transfer.ts';
import type { Heads, TokenTransfer } from './transfer.ts';
import type { TransferReader } from './transfer-reader.ts';

/** Blocks that are read again each time: finds what a small reorganisation moved, and logs that a provider had late. */
const OVERLAP = 20;
/** Blocks that the first read goes back: a day of two-second blocks. */
const FIRST_LOOKBACK = 43_200;
/** Blocks per call; the cursor is stored after each. */
const CHUNK = 5_000;

/** What following a book needs. */
export interface FollowDeps {
  db: Database;
  transfers: TransferReader;
  book: Book;
  /** Blocks that a transfer lies deep before it counts, its own included. */
  confirmations: number;
  /** The least that is recorded, in wei; anything smaller is dust. Asked within transactions, on their connection. */
  floor: (db: Knex) => Promise<bigint>;
  /** Epoch ms. */
  now: () => number;
}

/**
 * Records the next transfers of the book up to the last block that is deep enough, and counts the dust among them.
 * @returns the last block that was read, null for none, and whether there is more to read
 */
export async function scan(
  { db, transfers, book, confirmations, floor: readMinAmount, now }: FollowDeps,
  { latest }: Heads,
): Promise<{ block: number | null; more: boolean }> {
  const deep = latest - confirmations + 1;
  const cursor = await readCursor(db, book);
  const read = Math.min(cursor ?? deep - FIRST_LOOKBACK, deep);
  const from = Math.max(0, read - OVERLAP + 1);
  const to = Math.min(deep, from + CHUNK - 1);
  if (to < 0) return { block: null, more: false };
  const found = filterByBook(book, await transfers.scan({ from, to, side: book.side, address: book.address }));
  const floor = await readMinAmount(db);
  const byHash = groupByHash(found);
  const stored = await findTransfers(db, book, [...byHash.keys()]);
  for (const [hash, transaction] of byHash)
    if (!transaction.every((transfer) => transfer.amount < floor || isStored(stored, transfer)))
      await db.transaction((trx) =>
        recordTransfers(trx, book, { hash, found: transaction, floor, now: now() }),
      );
  await moveCursor(db, book, { from: cursor, to, dust: sumDust(found, floor, cursor) });
  return { block: to, more: to < deep };
}

/** The dust of blocks that are read for the first time; a reorganisation may count some again. */
function sumDust(found: readonly TokenTransfer[], floor: bigint, cursor: number | null): Dust {
  const dust = found.filter(
    ({ amount, block_number }) => amount < floor && (cursor === null || block_number > cursor),
  );
  return { transfers: dust.length, amount: dust.reduce((sum, { amount }) => sum + amount, 0n) };
}

const isStored = (stored: readonly StoredTransfer[], transfer: TokenTransfer) =>
  stored.some((each) => each.tx_hash === transfer.tx_hash && isInPlace(each, transfer));

function groupByHash(transfers: readonly TokenTransfer[]): Map<string, TokenTransfer[]> {
  const groups = new Map<string, TokenTransfer[]>();
  for (const transfer of transfers)
    groups.set(transfer.tx_hash, [...(groups.get(transfer.tx_hash) ?? []), transfer]);
  return groups;
}
