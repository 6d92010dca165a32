import { payoutsMigration } from '@touchline/chain-ledger/payouts/payouts.migration';

/**
 * Turns due refunds into rows. Refunds that an administrator has started are kept; the rest of each payment's refund becomes due.
 * The refund is the whole payment if it led to no entry or an administrator cancelled the game, otherwise the surplus.
 */
export const payouts = payoutsMigration('013-payouts', {
  payouts: `
    select t.id, 'REFUND', refunds.reason, r.game_id, refunds.recipient, refunds.amount, t.block_number, refunds.state,
      date_trunc('milliseconds', begun_at), date_trunc('milliseconds', begun_at),
      case when refunds.state <> 'DUE' then admin end, refund_hash, refund_hash is not null, sent_at, confirmed_at
    from refunds join ledger_transfers as t on t.id = refunds.transfer_id
    left join payments as p on p.transfer_id = t.id
    left join reservations as r on r.id = coalesce(p.reservation_id, p.refund_for)
    union all
    select id, 'REFUND', reason, game_id, sender, unpaid, block_number, 'DUE', date_trunc('milliseconds', seen_at), null, null,
      null, false, null, null
    from (
      select t.id, t.sender, t.block_number, t.seen_at, r.game_id,
        case when p.reservation_id is null then p.refund_reason when games.cancelled_by is not null then 'GAME_CANCELLED'
          else 'OVERPAID' end as reason,
        case when p.reservation_id is null or games.cancelled_by is not null then t.amount else p.surplus end
          - coalesce((select sum(amount) from refunds where transfer_id = t.id), 0) as unpaid
      from payments as p join ledger_transfers as t on t.id = p.transfer_id
      left join reservations as r on r.id = coalesce(p.reservation_id, p.refund_for)
      left join games on games.id = r.game_id
    ) as owed where unpaid > 0`,
  finish: (trx) => trx.raw('drop table refunds'),
});
