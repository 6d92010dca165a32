import { ledgerMigration } from '@touchline/chain-ledger/ledger.migration';

/** Moves transfers to the ledger's table and their purpose to `payments`; ids are kept. */
export const chainLedger = ledgerMigration('006-chain-ledger', {
  transfers: `
    select id, chain_id, tx_hash, case when finality = 'orphaned' then -id else log_index end, block_number, block_hash,
      block_time, sender, recipient, amount,
      case finality when 'latest' then 'SEEN' when 'safe' then 'CONFIRMED' when 'finalized' then 'FINAL' else 'ORPHANED' end,
      seen_at, reservation_id is not null or refund_reason is not null
    from chain_transfers`,
  cursors: 'select chain_id, recipient, block from chain_cursors',
  finish: (trx) => trx.raw(PAYMENTS),
});

const PAYMENTS = `
  -- Purpose of a transfer to the treasury, once decided. It pays for at most one reservation, and a reservation is paid by at most
  -- one transfer; otherwise a refund is due for refund_reason. refund_for: the intended reservation, if known.
  create table payments (
    transfer_id bigint primary key references ledger_transfers,
    reservation_id uuid unique references reservations,
    surplus numeric(78, 0) not null default 0 check (surplus >= 0),
    refund_reason text,
    refund_for uuid references reservations,
    check ((reservation_id is null) <> (refund_reason is null))
  );
  insert into payments
    select id, reservation_id, surplus, refund_reason, refund_for from chain_transfers
    where reservation_id is not null or refund_reason is not null;
  drop table chain_transfers, chain_cursors;
`;
