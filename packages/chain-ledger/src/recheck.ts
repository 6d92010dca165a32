import type { Log } from '@touchline/service-kit/process/log';
import { findOpenBlocks, type OpenBlock, setTransferState } from './ledger.store.ts';
import { filterByBook, recordTransfers } from './record.ts';
import type { FollowDeps } from './scan.ts';
import type { Block, Heads, TokenTransfer } from './transfer.ts';

type RecheckDeps = FollowDeps & { log: Log };

/** Blocks per batch request to an RPC. */
const BATCH_SIZE = 50;

/**
 * Checks every block with a transfer until it is final, and updates the transfers of blocks that a reorganisation removed.
 * @param thorough includes confirmed blocks: there may be hundreds, and they are rarely removed
 */
export async function recheck(deps: RecheckDeps, heads: Heads, thorough: boolean): Promise<void> {
  const blocks = (await findOpenBlocks(deps.db, deps.book)).filter(
    // Blocks above the latest are unknown to the RPC, not removed.
    ({ number, state }) =>
      number <= heads.latest && (thorough || state !== 'CONFIRMED' || number <= heads.finalized),
  );
  while (blocks.length > 0)
    await Promise.all(blocks.splice(0, BATCH_SIZE).map((block) => recheckBlock(deps, heads, block)));
}

async function recheckBlock(deps: RecheckDeps, heads: Heads, block: OpenBlock): Promise<void> {
  const { hash: blockHash, hashes } = block;
  const state = computeState(block, heads);
  if (!(await deps.transfers.isCanonical(block))) {
    for (const hash of hashes) await updateTransaction(deps, hash);
    return;
  }
  if (state === block.state) return;
  // A canonical block does not prove that its logs are real: one RPC may have invented them.
  if (state !== 'SEEN' && !(await updateBlock(deps, block))) return;
  await setTransferState(deps.db, deps.book, { blockHash, hashes, state });
}

function computeState({ number }: Block, { safe, finalized }: Heads) {
  if (number <= finalized) return 'FINAL';
  return number <= safe ? 'CONFIRMED' : 'SEEN';
}

/**
 * Updates the ledger with the agreed transfers of a block. Reads the block instead of its transactions: an RPC that lags knows none of
 * them, as one that hides them, but cannot return this block.
 * @returns false when the block is not canonical any longer
 */
async function updateBlock(
  deps: RecheckDeps,
  { number, hash: blockHash, hashes }: OpenBlock,
): Promise<boolean> {
  const { side, address } = deps.book;
  const { lastBlock, transfers } = await deps.transfers.scan({ from: number, to: number, side, address });
  if (lastBlock !== blockHash) return false;
  for (const hash of hashes) {
    const found = transfers.filter(({ tx_hash }) => tx_hash === hash);
    await update(deps, hash, found);
  }
  return true;
}

/**
 * Updates the ledger with the agreed state of a transaction whose block was removed. It may be mined in another block, be pending, or be
 * dropped. A block that is not deep enough is left to a later round.
 */
async function updateTransaction(deps: RecheckDeps, hash: `0x${string}`): Promise<void> {
  const transaction = await deps.transfers.byHash(hash);
  if (transaction.state !== 'mined') return update(deps, hash, []);
  if (transaction.confirmations >= deps.confirmations) await update(deps, hash, transaction.transfers);
}

/** Records all transfers of a transaction that the chain has now. */
async function update(
  { db, book, minAmount, now, log }: RecheckDeps,
  hash: string,
  transfers: readonly TokenTransfer[],
): Promise<void> {
  const found = filterByBook(book, transfers);
  await db.transaction(async (trx) => {
    await recordTransfers(trx, book, { hash, found, minAmount: await minAmount(trx), now: now() });
  });
  if (found.length === 0) log.warn({ tx_hash: hash }, 'transfer removed by a chain reorganisation');
}
