import { stakesChanged } from '@touchline/api/events/staking';
import { type Database, query } from '@touchline/service-kit/data/database';
import { writeOutbox } from '@touchline/service-kit/messaging/outbox';
import type { Knex } from 'knex';
import { lockWallet, raiseWalletVersion } from '../stakes/stakes.store.ts';

/**
 * Stakes whose state contradicts the state of their transfer. Starts from two small sets for speed: orphaned transfers and
 * suspended stakes.
 */
const CONTRADICTIONS = `
  select s.id, s.transfer_id, s.wallet_address from ledger_transfers as t join stakes as s on s.transfer_id = t.id
  where t.state = 'ORPHANED' and s.state = 'ACTIVE'
  union all
  select s.id, s.transfer_id, s.wallet_address from stakes as s join ledger_transfers as t on t.id = s.transfer_id
  where s.state = 'SUSPENDED' and t.state <> 'ORPHANED'`;

/** Suspends the stakes whose transfer a reorganisation removed, and restores those whose transfer was mined again. */
export async function updateSuspensions(db: Database): Promise<void> {
  const contradictions = await query<{ transfer_id: number; wallet_address: string }>(
    db,
    `select transfer_id, wallet_address from (${CONTRADICTIONS}) as contradictions order by transfer_id`,
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
    `update stakes set state = case state when 'ACTIVE' then 'SUSPENDED' else 'ACTIVE' end
     where id in (select id from (${CONTRADICTIONS}) as contradictions where transfer_id = ?)
     returning id`,
    [transferId],
  );
  if (changed.length === 0) return;
  await raiseWalletVersion(trx, wallet);
  await writeOutbox(trx, stakesChanged, { wallet });
}
