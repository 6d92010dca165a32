import type { Database } from '@touchline/service-kit/data/database';
import type { Hex } from 'viem';
import { type Cursor, moveCursor, readCursor } from '../ledger.store.ts';
import { CHUNK, FIRST_LOOKBACK } from '../scan.ts';
import type { Heads } from '../transfer.ts';
import type { TransferReader } from '../transfer-reader.ts';
import {
  deleteEventsFrom,
  type EventKey,
  type EventState,
  insertEvents,
  type VaultBook,
} from './vault.store.ts';
import { decodeVaultEvents, type VaultEvent } from './vault-event.ts';

export interface FollowVaultDeps {
  db: Database;
  book: VaultBook;
  /** Reads from the RPCs on which a quorum agrees. */
  reader: Pick<TransferReader, 'heads' | 'isCanonical' | 'logs'>;
  /** Required depth of an event in blocks, counting its own. */
  confirmations: number;
}

/**
 * Runs one round. While nothing has become final and the last block that was read is canonical, it reads the new blocks only.
 * Otherwise all blocks that were not final are read again, and their events are replaced. Only one worker should call this; a
 * second one changes nothing.
 * @returns whether more blocks are ready to be read, and the games with new, changed or removed events
 * @throws TouchlineError UPSTREAM_UNAVAILABLE; the next round continues where this one ended
 */
export async function followVault({
  db,
  book,
  reader,
  confirmations,
}: FollowVaultDeps): Promise<{ more: boolean; changed: Hex[] }> {
  const source = { chainId: book.chainId, address: book.vault, side: 'vault' } as const;
  const heads = await reader.heads();
  const deep = heads.latest - confirmations + 1;
  const cursor = await readCursor(db, source);
  const from = await findFirstBlock(reader, cursor, { ...heads, deep });
  if (from === null || from > deep) return { more: false, changed: [] };
  // At least up to the last block that was read: all events from `from` on are replaced.
  const to = Math.min(deep, Math.max(from + CHUNK - 1, cursor?.block_number ?? 0));
  const { lastBlock, found } = await reader.logs({ from, to, contract: book.vault });
  const final_block = Math.max(cursor?.final_block ?? from - 1, Math.min(heads.finalized, to));
  const events = decodeVaultEvents(found).map((event) => ({ ...event, state: stateAt(event, final_block) }));
  const changed = await db.transaction(async (trx) => {
    const next = { final_block, block_number: to, block_hash: lastBlock };
    if (!(await moveCursor(trx, source, { from: cursor, to: next }))) return [];
    const deleted = await deleteEventsFrom(trx, book, from);
    await insertEvents(trx, book, events);
    return findChangedGames(deleted, events);
  });
  return { more: to < deep, changed };
}

const stateAt = ({ block_number }: VaultEvent, finalBlock: number): EventState =>
  block_number <= finalBlock ? 'FINAL' : 'SEEN';

/**
 * Finds the first block to be read; null for none. An event becomes FINAL only when its irreversible block is read, so a
 * reorganisation that happens between two requests is repaired at the latest then.
 */
async function findFirstBlock(
  reader: FollowVaultDeps['reader'],
  cursor: Cursor | null,
  { latest, finalized, deep }: Heads & { deep: number },
): Promise<number | null> {
  if (cursor === null) return Math.max(0, finalized - FIRST_LOOKBACK + 1);
  const { block_hash, block_number, final_block } = cursor;
  if (block_number <= final_block) return block_number + 1;
  // The RPCs lag: blocks above the latest are unknown to them, not removed.
  if (block_number > latest) return null;
  if (!(await reader.isCanonical({ number: block_number, hash: block_hash }))) return final_block + 1;
  if (deep <= block_number) return null;
  return finalized > final_block ? final_block + 1 : block_number + 1;
}

const toKey = ({ game, tx_hash, log_index, block_hash, state }: EventKey) =>
  [game, tx_hash, log_index, block_hash, state].join();

/** The games with an event that only one of both lists has. */
function findChangedGames(deleted: readonly EventKey[], inserted: readonly EventKey[]): Hex[] {
  const [before, after] = [new Set(deleted.map(toKey)), new Set(inserted.map(toKey))];
  const changed = [
    ...deleted.filter((event) => !after.has(toKey(event))),
    ...inserted.filter((event) => !before.has(toKey(event))),
  ];
  return [...new Set(changed.map(({ game }) => game))];
}
