import type { Database } from '@touchline/service-kit/data/database';
import type { Log } from '@touchline/service-kit/process/log';
import type { Knex } from 'knex';
import { type Cursor, type Dust, findTransfers, moveCursor, readCursor } from './ledger.store.ts';
import { filterByBook, isInPlace, recordTransfers } from './record.ts';
import type { Book, StoredTransfer } from './stored-transfer.ts';
import type { Heads, TokenTransfer } from './transfer.ts';
import type { TransferReader } from './transfer-reader.ts';

/** Blocks that every round reads again, to find logs that a provider returned late. */
const OVERLAP = 20;
/** Number of blocks that the first read goes back: one day of two-second blocks. */
export const FIRST_LOOKBACK = 43_200;
/** Blocks per round; the cursor is stored after each. */
export const CHUNK = 5_000;

/** Dependencies of the functions that keep the transfers of a book equal to the chain. */
export interface FollowDeps {
  db: Database;
  transfers: TransferReader;
  book: Book;
  /** Required depth of a transfer in blocks, counting its own. */
  confirmations: number;
  /** Reads the smallest recorded amount in wei; smaller transfers are dust. Called with the current transaction. */
  minAmount: (db: Knex) => Promise<bigint>;
  log: Log;
  /** Epoch ms. */
  now: () => number;
}

/**
 * Records the next transfers of the book up to the last block that is deep enough, and counts the dust among them. Reads the
 * blocks that were not final again when more of them are, or when a reorganisation has replaced the last block that was read.
 * @returns true while there is more to read
 */
export async function scan(
  { db, transfers, book, confirmations, minAmount: readMinAmount, now }: FollowDeps,
  heads: Heads,
): Promise<boolean> {
  const deep = heads.latest - confirmations + 1;
  const cursor = await readCursor(db, book);
  // RPCs that lack irreversible blocks lag. To follow them could record transfers from before the first round.
  if (cursor !== null && deep < cursor.final_block) return false;
  const from = Math.max(0, await findFirstBlock(transfers, cursor, { ...heads, deep }));
  const to = Math.min(deep, from + CHUNK - 1);
  if (to < 0) return false;
  const scanned = await transfers.scan({ from, to, side: book.side, address: book.address });
  const found = filterByBook(book, scanned.found);
  const minAmount = await readMinAmount(db);
  const byHash = groupByHash(found);
  const stored = await findTransfers(db, book, [...byHash.keys()]);
  for (const [hash, transaction] of byHash)
    if (!transaction.every((transfer) => transfer.amount < minAmount || isStored(stored, transfer)))
      await db.transaction((trx) =>
        recordTransfers(trx, book, { hash, found: transaction, minAmount, now: now() }),
      );
  const final_block = Math.min(Math.max(cursor?.final_block ?? from - 1, heads.finalized), to);
  const next = { block_number: to, block_hash: scanned.lastBlock, final_block };
  await moveCursor(db, book, { from: cursor, to: next, dust: sumDust(found, minAmount, cursor) });
  return to < deep;
}

/**
 * Finds the first block to be read. Every block is read once more when it is irreversible, so a reorganisation that happens
 * between two requests is repaired at the latest then.
 */
async function findFirstBlock(
  transfers: TransferReader,
  cursor: Cursor | null,
  { latest, finalized, deep }: Heads & { deep: number },
): Promise<number> {
  if (cursor === null) return deep - FIRST_LOOKBACK - OVERLAP + 1;
  const { block_number: number, block_hash: hash, final_block } = cursor;
  const next = Math.min(number, deep) - OVERLAP + 1;
  const isUnchanged =
    finalized <= final_block && number <= latest && (await transfers.isCanonical({ number, hash }));
  return isUnchanged ? next : Math.min(next, final_block + 1);
}

/**
 * Dust in blocks that are read for the first time. After a reorganisation, or a round with lagging RPCs, some of it is counted
 * again.
 */
function sumDust(found: readonly TokenTransfer[], minAmount: bigint, cursor: Cursor | null): Dust {
  const dust = found.filter(
    ({ amount, block_number }) =>
      amount < minAmount && (cursor === null || block_number > cursor.block_number),
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
