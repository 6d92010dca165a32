import { stakesChanged } from '@touchline/api/events/staking';
import { type Database, query } from '@touchline/service-kit/data/database';
import { writeOutbox } from '@touchline/service-kit/messaging/outbox';
import type { Knex } from 'knex';
import { lockWallet, raiseWalletVersion } from '../stakes/stakes.store.ts';

/** Matches stakes whose state contradicts the state of their transfer. */
const CONTRADICTION = `stakes.state = 'ACTIVE' and ledger_transfers.state = 'ORPHANED'
  or stakes.state = 'SUSPENDED' and ledger_transfers.state <> 'ORPHANED'`;

/** Suspends the stakes whose transfer a reorganisation removed, and restores those whose transfer was mined again. */
export async function updateSuspensions(db: Database): Promise<void> {
  const contradictions = await query<{ transfer_id: number; wallet_address: string }>(
    db,
    `select transfer_id, wallet_address from stakes join ledger_transfers on ledger_transfers.id = transfer_id
     where ${CONTRADICTION} order by transfer_id`,
  );
  for (const { transfer_id, wallet_address } of contradictions)
    await db.transaction(async (trx) => {
      await lockWallet(trx, wallet_address);
      await updateSuspension(trx, transfer_id, wallet_address);
    });
}

/** Updates the stake of one transfer, if there is one. The caller has locked the wallet. */
export async function updateSuspension(
  trx: Knex.Transaction,
  transferId: number,
  wallet: string,
): Promise<void> {
  const changed = await query(
    trx,
    `update stakes set state = case stakes.state when 'ACTIVE' then 'SUSPENDED' else 'ACTIVE' end
     from ledger_transfers where ledger_transfers.id = transfer_id and transfer_id = ? and (${CONTRADICTION})
     returning stakes.id`,
    [transferId],
  );
  if (changed.length === 0) return;
  await raiseWalletVersion(trx, wallet);
  await writeOutbox(trx, stakesChanged, { wallet });
}
