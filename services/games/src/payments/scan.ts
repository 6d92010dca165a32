import type { TokenTransfer } from '@touchline/chain-ledger/transfer';
import type { PaymentDeps } from './payment-deps.ts';
import { isWhereItWas, received, recordTransfers } from './record.ts';
import { lockHash, readCursor, transfersOfAll, writeCursor } from './transfers.store.ts';

/** Blocks that are read again each time: what a small reorganisation moved is found where it is now. */
const OVERLAP = 20;
/** How far back the very first look goes: a day of blocks of two seconds. */
const FIRST_LOOK = 43_200;
/** Blocks at a time; what was read is remembered after each. */
const STRETCH = 5_000;

/**
 * Reads the transfers to the treasury up to the last block that is deep enough and stores them; goes on where the last
 * look ended, also after a restart. True when there is more to read.
 */
export async function scan(deps: PaymentDeps, latest: number): Promise<boolean> {
  const { db, transfers, receiver, confirmations, metrics } = deps;
  const { chainId, treasury } = receiver;
  const deep = latest - confirmations + 1;
  const cursor = (await readCursor(db, chainId, treasury)) ?? Math.max(0, deep - FIRST_LOOK);
  const from = Math.max(0, Math.min(cursor, deep) - OVERLAP + 1);
  const to = Math.min(deep, from + STRETCH - 1);
  if (to < 0) return false;
  const found = received(await transfers.scan({ from, to, recipient: treasury }), treasury);
  for (const transaction of await changed(deps, found))
    await db.transaction(async (trx) => {
      await lockHash(trx, transaction[0]!.tx_hash);
      await recordTransfers(trx, receiver, transaction, deps.now());
    });
  await writeCursor(db, chainId, treasury, to);
  metrics.scanned(to);
  return to < deep;
}

/** By transaction, those of which something is not stored as it is. */
async function changed(
  { db, receiver }: PaymentDeps,
  found: readonly TokenTransfer[],
): Promise<TokenTransfer[][]> {
  const byHash = new Map<string, TokenTransfer[]>();
  for (const transfer of found)
    byHash.set(transfer.tx_hash, [...(byHash.get(transfer.tx_hash) ?? []), transfer]);
  const stored = await transfersOfAll(db, receiver.chainId, [...byHash.keys()]);
  return [...byHash.values()].filter(
    (transaction) =>
      !transaction.every((transfer) =>
        stored.some((each) => each.tx_hash === transfer.tx_hash && isWhereItWas(each, transfer)),
      ),
  );
}
