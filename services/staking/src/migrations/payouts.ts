import { payoutsMigration } from '@touchline/chain-ledger/payouts/payouts.migration';

/** Converts the table `owed` to payouts: rejected transfers, stakes whose lock has ended, and their interest. */
export const payouts = payoutsMigration('008-payouts', {
  payouts: `
    select transfer_id, kind, reason, stake_id, wallet_address, owed, t.block_number, 'DUE', date_trunc('milliseconds', since),
      null::timestamptz, null, null, false, null::timestamptz, null::timestamptz
    from (
      select transfer_id, case when stake_id is null then 'REFUND' else 'STAKE_RETURN' end as kind, reason, stake_id,
        wallet_address, principal as owed, since from owed
      union all
      select transfer_id, 'INTEREST', reason, stake_id, wallet_address, interest, since from owed where interest > 0
    ) as debts join ledger_transfers as t on t.id = transfer_id`,
  finish: (trx) => trx.raw('drop table owed'),
});
