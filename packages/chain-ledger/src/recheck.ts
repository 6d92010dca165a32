import type { Log } from '@touchline/service-kit/log';
import { type OpenBlock, openBlocks, rewindCursor, setState } from './ledger.store.ts';
import { receivedBy, recordTransfers } from './record.ts';
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
  const due = (await openBlocks(deps.db, deps.account)).filter(
    // Later blocks than the latest are unknown to the RPC, not removed.
    ({ number, confirmed }) =>
      number <= heads.latest && (thorough || !confirmed || number <= heads.finalized),
  );
  while (due.length > 0)
    await Promise.all(due.splice(0, BATCH_SIZE).map((block) => recheckBlock(deps, heads, block)));
}

async function recheckBlock(deps: FollowDeps & { log: Log }, heads: Heads, block: OpenBlock): Promise<void> {
  if (await deps.transfers.isCanonical(block))
    return setState(deps.db, deps.account, block.hash, stateOf(block, heads));
  for (const hash of block.hashes) await relocate(deps, block, hash);
}

function stateOf({ number }: Block, { safe, finalized }: Heads) {
  if (number <= finalized) return 'FINAL';
  return number <= safe ? 'CONFIRMED' : 'SEEN';
}

/** A transaction of a removed block: mined again elsewhere, waiting to be mined again, or gone. */
async function relocate(
  { db, transfers, account, confirmations, floor, now, log }: FollowDeps & { log: Log },
  block: Block,
  hash: `0x${string}`,
): Promise<void> {
  const transaction = await transfers.byHash(hash);
  if (transaction.state === 'mined' && transaction.confirmations < confirmations) return;
  const found = transaction.state === 'mined' ? receivedBy(account, transaction.transfers) : [];
  await db.transaction(async (trx) => {
    await recordTransfers(trx, account, { hash, found, floor: await floor(trx), now: now() });
    await rewindCursor(trx, account, block.number);
  });
  if (found.length === 0) log.warn({ tx_hash: hash }, 'a reorganisation removed a transfer');
}
