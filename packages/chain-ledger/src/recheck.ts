import { findOpenBlocks, type OpenBlock, setTransferState } from './ledger.store.ts';
import { filterByBook, recordTransfers } from './record.ts';
import type { FollowDeps } from './scan.ts';
import type { Block, Heads } from './transfer.ts';

/** Blocks per batch request to an RPC. */
const BATCH_SIZE = 50;

/**
 * Checks every block with a transfer until it is final, and updates the transfers of blocks that a reorganisation removed.
 * @param thorough includes confirmed blocks: there may be hundreds, and they are rarely removed
 */
export async function recheck(deps: FollowDeps, heads: Heads, thorough: boolean): Promise<void> {
  const blocks = (await findOpenBlocks(deps.db, deps.book)).filter(
    // Blocks above the latest are unknown to the RPC, not removed.
    ({ number, state }) =>
      number <= heads.latest && (thorough || state !== 'CONFIRMED' || number <= heads.finalized),
  );
  while (blocks.length > 0)
    await Promise.all(blocks.splice(0, BATCH_SIZE).map((block) => recheckBlock(deps, heads, block)));
}

async function recheckBlock(deps: FollowDeps, heads: Heads, block: OpenBlock): Promise<void> {
  const { hash: blockHash, hashes } = block;
  const state = computeState(block, heads);
  if (!(await deps.transfers.isCanonical(block))) {
    // An RPC that lags behind the new block does not know the transaction, and could outvote one that does.
    for (const hash of hashes) await updateTransaction(deps, hash, heads.latest);
    return;
  }
  if (state === block.state) return;
  // A canonical block does not prove that its logs are real: one RPC may have invented them.
  if (state !== 'SEEN')
    for (const hash of hashes) if (!(await updateTransaction(deps, hash, heads.safe))) return;
  await setTransferState(deps.db, deps.book, { blockHash, hashes, state });
}

function computeState({ number }: Block, { safe, finalized }: Heads) {
  if (number <= finalized) return 'FINAL';
  return number <= safe ? 'CONFIRMED' : 'SEEN';
}

/**
 * Updates the ledger with the agreed state of a transaction. After a reorganisation it may be mined in another block, be
 * pending, or be dropped.
 * @param reached number of the block that an RPC must have reached to be counted: others do not know the transaction yet
 * @returns false when the transaction is not deep enough
 */
async function updateTransaction(
  { db, transfers, book, confirmations, minAmount, now, log }: FollowDeps,
  hash: `0x${string}`,
  reached: number,
): Promise<boolean> {
  const transaction = await transfers.byHash(hash, reached);
  if (transaction.state === 'mined' && transaction.confirmations < confirmations) return false;
  const found = transaction.state === 'mined' ? filterByBook(book, transaction.transfers) : [];
  await db.transaction(async (trx) => {
    await recordTransfers(trx, book, { hash, found, minAmount: await minAmount(trx), now: now() });
  });
  if (found.length === 0) log.warn({ tx_hash: hash }, 'transfer removed by a chain reorganisation');
  return true;
}
