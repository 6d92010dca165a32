import type { PaymentDeps } from './payment-deps.ts';
import { received, recordTransfers } from './record.ts';
import {
  blocksNotFinal,
  hashesOfBlock,
  lockHash,
  orphanTransfers,
  rewindCursor,
  type StoredBlock,
  setFinality,
} from './transfers.store.ts';

type Heads = Awaited<ReturnType<PaymentDeps['transfers']['heads']>>;

/** Blocks asked for at the same time: one request to an RPC. */
const AT_ONCE = 50;

/**
 * Looks again at every block with a payment until it is final; what a reorganisation removed is marked as orphaned.
 * @param all also the safe ones, which fall only with the layer below: there may be hundreds, so not every time
 */
export async function recheck(deps: PaymentDeps, heads: Heads, all: boolean): Promise<void> {
  const blocks = await blocksNotFinal(deps.db, deps.receiver.chainId);
  const due = blocks.filter(({ number, safe }) => all || !safe || number <= heads.finalized);
  // Of later ones this node does not know yet.
  const known = due.filter(({ number }) => number <= heads.latest);
  while (known.length > 0)
    await Promise.all(known.splice(0, AT_ONCE).map((block) => recheckBlock(deps, heads, block)));
}

async function recheckBlock(deps: PaymentDeps, heads: Heads, block: StoredBlock): Promise<void> {
  const { db, receiver, transfers } = deps;
  if (await transfers.isCanonical(block))
    return setFinality(db, receiver.chainId, block, finalityOf(block, heads));
  for (const hash of await hashesOfBlock(db, receiver.chainId, block)) await moved(deps, block, hash);
}

function finalityOf({ number }: StoredBlock, { safe, finalized }: Heads) {
  if (number <= finalized) return 'finalized';
  return number <= safe ? 'safe' : 'latest';
}

/** A transaction of a block that fell: in another block now, on its way to one, or gone. */
async function moved(deps: PaymentDeps, block: StoredBlock, hash: `0x${string}`): Promise<void> {
  const { db, receiver, transfers, confirmations, now, log } = deps;
  const transaction = await transfers.byHash(hash);
  if (transaction.state === 'mined' && transaction.confirmations < confirmations) return;
  await db.transaction(async (trx) => {
    await lockHash(trx, hash);
    if (transaction.state === 'mined')
      await recordTransfers(trx, receiver, received(transaction.transfers, receiver.treasury), now());
    // What the transaction does no longer do in its new block, or all of it.
    await orphanTransfers(trx, receiver.chainId, hash, block);
    await rewindCursor(trx, receiver.chainId, receiver.treasury, block.number - 1);
  });
  if (transaction.state !== 'mined') log.warn({ tx_hash: hash }, 'a reorganisation removed a payment');
}
