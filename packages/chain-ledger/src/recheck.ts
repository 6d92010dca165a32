import type { Log } from '@touchline/service-kit/log';
import { type OpenBlock, findOpenBlocks, rewindCursor, setTransferState } from './ledger.store.ts';
import { filterByBook, recordTransfers } from './record.ts';
import type { FollowDeps } from './scan.ts';
import type { Block, Heads } from './transfer.ts';

/** Blocks asked for at the same time: one batch request to an RPC. */
const BATCH_SIZE = 50;

/**
 * Checks every block with a transfer until it is final, and updates the transfers of blocks that a reorganisation removed.
 * @param thorough also the confirmed blocks: there may be hundreds, and they are rarely removed
 */
export async function recheck(
  deps: FollowDeps & { log: Log },
  heads: Heads,
  thorough: boolean,
): Promise<void> {
  const due = (await findOpenBlocks(deps.db, deps.book)).filter(
    // Later blocks than the latest are unknown to the RPC, not removed.
    ({ number, state }) =>
      number <= heads.latest && (thorough || state !== 'CONFIRMED' || number <= heads.finalized),
  );
  while (due.length > 0)
    await Promise.all(due.splice(0, BATCH_SIZE).map((block) => recheckBlock(deps, heads, block)));
}

async function recheckBlock(deps: FollowDeps & { log: Log }, heads: Heads, block: OpenBlock): Promise<void> {
  const { number, hash: blockHash, hashes } = block;
  const state = computeState(block, heads);
  if (!(await deps.transfers.isCanonical(block))) {
    for (const hash of hashes) await updateTransaction(deps, number, hash);
    return;
  }
  if (state === block.state) return;
  // That the block is part of the chain proves nothing of a log in it: one RPC may have invented that.
  if (state !== 'SEEN') for (const hash of hashes) if (!(await updateTransaction(deps, number, hash))) return;
  await setTransferState(deps.db, deps.book, { blockHash, hashes, state });
}

function computeState({ number }: Block, { safe, finalized }: Heads) {
  if (number <= finalized) return 'FINAL';
  return number <= safe ? 'CONFIRMED' : 'SEEN';
}

/**
 * Makes the ledger say what the RPCs agree on about a transaction of a block: after a reorganisation it may be mined again
 * elsewhere, wait to be mined again, or be gone.
 * @returns false when it is not deep enough
 */
async function updateTransaction(
  { db, transfers, book, confirmations, floor, now, log }: FollowDeps & { log: Log },
  block: number,
  hash: `0x${string}`,
): Promise<boolean> {
  const transaction = await transfers.byHash(hash);
  if (transaction.state === 'mined' && transaction.confirmations < confirmations) return false;
  const found = transaction.state === 'mined' ? filterByBook(book, transaction.transfers) : [];
  await db.transaction(async (trx) => {
    const changed = await recordTransfers(trx, book, { hash, found, floor: await floor(trx), now: now() });
    if (changed) await rewindCursor(trx, book, block);
  });
  if (found.length === 0) log.warn({ tx_hash: hash }, 'the chain has no such transfer any more');
  return true;
}
