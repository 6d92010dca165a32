import { TRANSFER_COLUMNS } from '../ledger.tables.ts';

/** Tables of payouts and of outgoing transfers; they refer to the tables of the ledger. */
export const payoutsTables = `
  -- Token transfers that our wallet has sent, recorded from depth 1 on; columns as in ledger_transfers. explained: known to be
  -- something else than a payout, so it pays none unless an admin reports it.
  create table ledger_outgoing (
    ${TRANSFER_COLUMNS},
    explained boolean not null default false,
    unique (chain_id, tx_hash, log_index)
  );
  create index ledger_outgoing_not_final on ledger_outgoing (chain_id, sender, block_number)
    where state in ('SEEN', 'CONFIRMED');
  create index ledger_outgoing_orphaned on ledger_outgoing (id) where state = 'ORPHANED';

  -- Payouts, one row per transfer; amount in wei. transfer_id: the incoming transfer it is for; a transfer sent before
  -- from_block cannot pay it. DUE: not started. SENDING: begun_by is about to pay. SENT: tx_hash was reported, but its
  -- transfer is not on the chain. CONFIRMED: outgoing_id is that transfer.
  -- begun_at: from then on money may have moved, so the amount is fixed; also set when an unreported transfer was found.
  -- reported: an admin reported tx_hash. locked_at_block, locked_nonce: the latest block, and the last nonce that a transfer
  -- signed by then may have (null: a contract), when it was given up. It cannot be started until the nonce is used in a final
  -- block, or a day has passed.
  create table payouts (
    id uuid primary key default gen_random_uuid(),
    transfer_id bigint references ledger_transfers,
    kind text not null check (kind in ('REFUND', 'STAKE_RETURN', 'INTEREST')),
    reason text not null,
    about uuid,
    recipient text not null check (recipient = lower(recipient)),
    amount numeric(78, 0) not null check (amount > 0),
    from_block bigint not null,
    state text not null default 'DUE' check (state in ('DUE', 'SENDING', 'SENT', 'CONFIRMED')),
    due_at timestamptz not null,
    begun_at timestamptz,
    begun_by text,
    tx_hash text check (tx_hash ~ '^0x[0-9a-f]{64}$'),
    reported boolean not null default false,
    locked_at_block bigint,
    locked_nonce bigint,
    outgoing_id bigint unique references ledger_outgoing,
    sent_at timestamptz,
    confirmed_at timestamptz,
    check (state = 'DUE' or begun_at is not null),
    check ((tx_hash is not null) = (state in ('SENT', 'CONFIRMED'))),
    check ((confirmed_at is not null) = (state = 'CONFIRMED'))
  );
  -- The part that is not started follows the amount due, so there is at most one such row.
  create unique index payouts_not_begun on payouts (transfer_id, kind) where begun_at is null;
  create index payouts_by_transfer on payouts (transfer_id);
  create index payouts_by_recipient on payouts (recipient, amount);
  create index payouts_locked on payouts (id) where locked_at_block is not null;
  create index payouts_latest on payouts (due_at desc, id desc);
  create index payouts_by_confirmation on payouts (confirmed_at) where state = 'CONFIRMED';
  create index payouts_open on payouts (due_at desc, id desc) where state <> 'CONFIRMED';
`;
