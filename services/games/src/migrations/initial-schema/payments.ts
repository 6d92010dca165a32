/** Table of payments: the purpose of each transfer in the ledger. */
export const paymentsTables = `
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
  create index payments_refund_for on payments (refund_for) where refund_for is not null;
  create index transfers_by_time on ledger_transfers (block_time);
`;
