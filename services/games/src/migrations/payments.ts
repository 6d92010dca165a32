import type { Knex } from 'knex';

/** Adds entry fees: reserved teams and seats, token transfers to the treasury, and cursors of the chain scan. */
export async function payments(db: Knex): Promise<void> {
  await db.raw(SEATS);
  await db.raw(TRANSFERS);
}

const SEATS = `
  alter table games add column join_deadline timestamptz;
  -- set while a chain reorganisation has removed the payment
  alter table entries add column suspended_at timestamptz;
  create index suspended_entries on entries (game_id, seat) where suspended_at is not null;

  -- only for games with max_participants; held by a live reservation or by an entry
  create table seats (
    game_id uuid not null references games,
    number integer not null check (number > 0),
    wallet_address text not null,
    primary key (game_id, number),
    unique (game_id, wallet_address)
  );

  -- team: validated at fixed_at; fee in wei; a payment mined before not_before does not count
  create table reservations (
    id uuid primary key,
    game_id uuid not null references games,
    wallet_address text not null check (wallet_address = lower(wallet_address)),
    team jsonb not null,
    fixed_at timestamptz not null,
    fee numeric(78, 0) not null check (fee > 0),
    state text not null check (state in ('HELD', 'SUBMITTED', 'JOINED', 'EXPIRED', 'FAILED', 'REFUND_DUE')),
    not_before timestamptz not null,
    expires_at timestamptz not null,
    tx_hash text check (tx_hash ~ '^0x[0-9a-f]{64}$'),
    submitted_at timestamptz,
    checked_at timestamptz,
    entry_id uuid references entries,
    failure text,
    created_at timestamptz not null,
    check ((state = 'JOINED') = (entry_id is not null)),
    check (state <> 'SUBMITTED' or tx_hash is not null)
  );
  create unique index one_live_reservation on reservations (game_id, wallet_address)
    where state in ('HELD', 'SUBMITTED');
  create index reservations_by_wallet on reservations (wallet_address, game_id);
  create index reservations_by_entry on reservations (entry_id) where entry_id is not null;
  create index live_reservations on reservations (state, expires_at) where state in ('HELD', 'SUBMITTED');
`;

const TRANSFERS = `
  -- Transfers of the token to the treasury with enough confirmations; amounts in wei. A transfer pays for at most one reservation,
  -- and a reservation is paid by at most one transfer. refund_reason: reason of a due refund; refund_for: the intended
  -- reservation, if known.
  create table chain_transfers (
    id bigint generated always as identity primary key,
    chain_id integer not null,
    tx_hash text not null check (tx_hash ~ '^0x[0-9a-f]{64}$'),
    log_index integer not null,
    block_number bigint not null,
    block_hash text not null,
    block_time timestamptz not null,
    sender text not null,
    recipient text not null,
    amount numeric(78, 0) not null check (amount > 0),
    finality text not null default 'latest' check (finality in ('latest', 'safe', 'finalized', 'orphaned')),
    seen_at timestamptz not null,
    reservation_id uuid unique references reservations,
    surplus numeric(78, 0) not null default 0 check (surplus >= 0),
    refund_reason text,
    refund_for uuid references reservations,
    check (reservation_id is null or refund_reason is null),
    unique (chain_id, tx_hash, log_index)
  );
  create index transfers_not_final on chain_transfers (block_number) where finality in ('latest', 'safe');
  create index transfers_orphaned on chain_transfers (id) where finality = 'orphaned';
  create index transfers_unassigned on chain_transfers (id) where reservation_id is null and refund_reason is null;

  create table chain_cursors (
    chain_id integer not null,
    recipient text not null,
    block bigint not null,
    primary key (chain_id, recipient)
  );
`;
