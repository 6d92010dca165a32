import { stakesChanged } from '@touchline/api/events/staking';
import type { TokenTransfer } from '@touchline/chain-ledger/transfer';
import { writeOutbox } from '@touchline/service-kit/outbox';
import type { Knex } from 'knex';
import { lockWallet, raiseWalletVersion } from '../stakes/stakes.store.ts';
import { moveStake } from '../stakes/suspension.store.ts';
import type { ChainDeps } from './chain.ts';
import {
  freePlaces,
  orphanTransfer,
  placeTransfer,
  type StoredTransfer,
  transfersOfHash,
} from './transfers.store.ts';

/**
 * Looks at a transaction again after a reorganisation: what it still holds counts, wherever it was mined this time; what
 * it does not hold any more suspends its stake.
 * @throws TouchlineError UPSTREAM_UNAVAILABLE when no RPC can tell
 */
export async function recheckTransaction(deps: ChainDeps, hash: `0x${string}`): Promise<void> {
  const { db, chain } = deps;
  const transaction = await chain.reader.byHash(hash);
  const held =
    transaction.state === 'mined'
      ? transaction.transfers.filter(({ recipient }) => recipient === chain.stakingWallet)
      : [];
  const senders = new Set((await transfersOfHash(db, chain.id, hash)).map(({ sender }) => sender));
  await db.transaction(async (trx) => {
    for (const sender of [...senders].sort()) await lockWallet(trx, sender);
    const known = await transfersOfHash(trx, chain.id, hash);
    const { kept, gone } = matched(known, held);
    await freePlaces(
      trx,
      [...kept.keys()].map(({ id }) => id),
    );
    for (const [transfer, place] of kept) await placeTransfer(trx, transfer.id, place);
    for (const transfer of gone) await orphanTransfer(trx, transfer.id);
    // Mined without this log: what comes under its place from now on is another transfer.
    if (held.length > 0)
      await freePlaces(
        trx,
        gone.map(({ id }) => id),
      );
    await tellStakes(trx, [...kept.keys()], 'SUSPENDED', 'ACTIVE');
    await tellStakes(trx, gone, 'ACTIVE', 'SUSPENDED');
  });
}

/** Which of the known transfers are still there, and where: a log keeps sender and amount, not its place. */
function matched(known: readonly StoredTransfer[], held: readonly TokenTransfer[]) {
  const left = [...held];
  const kept = new Map<StoredTransfer, TokenTransfer>();
  for (const transfer of known) {
    const at = left.findIndex(
      ({ sender, amount }) => sender === transfer.sender && amount === transfer.amount,
    );
    const found = left[at];
    if (!found) continue;
    left.splice(at, 1);
    kept.set(transfer, found);
  }
  return { kept, gone: known.filter((transfer) => !kept.has(transfer)) };
}

async function tellStakes(
  trx: Knex.Transaction,
  transfers: readonly StoredTransfer[],
  from: 'ACTIVE' | 'SUSPENDED',
  to: 'ACTIVE' | 'SUSPENDED',
) {
  for (const { id, sender } of transfers) {
    if (!(await moveStake(trx, id, from, to))) continue;
    await raiseWalletVersion(trx, sender);
    await writeOutbox(trx, stakesChanged, { wallet: sender });
  }
}
