import type { Knex } from 'knex';

/** Adds refunds in progress and completed, so that no refund is paid twice and no refunded payment buys an entry. */
export async function refunds(db: Knex): Promise<void> {
  await db.raw(REFUNDS);
}

const REFUNDS = `
  -- A row is inserted before money moves and never deleted. DUE: aborted before money moved. SENDING: an administrator is about to
  -- pay. SENT: refund_hash was reported and is not verified. CONFIRMED: found on the chain. amount in wei.
  create table refunds (
    transfer_id bigint not null references ledger_transfers,
    reason text not null,
    recipient text not null,
    amount numeric(78, 0) not null check (amount > 0),
    state text not null check (state in ('DUE', 'SENDING', 'SENT', 'CONFIRMED')),
    refund_hash text unique check (refund_hash ~ '^0x[0-9a-f]{64}$'),
    admin text not null,
    begun_at timestamptz not null,
    sent_at timestamptz,
    confirmed_at timestamptz,
    primary key (transfer_id, reason),
    check ((refund_hash is not null) = (state in ('SENT', 'CONFIRMED')))
  );
`;
