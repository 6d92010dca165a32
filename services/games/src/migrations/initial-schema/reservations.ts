/** Tables of reserved teams and of seats. */
export const reservationsTables = `
  -- Only for games with max_participants; held by a live reservation or by an entry.
  create table seats (
    game_id uuid not null references games,
    number integer not null check (number > 0),
    wallet_address text not null,
    primary key (game_id, number),
    unique (game_id, wallet_address)
  );

  -- team: validated at fixed_at; fee in wei; a payment mined before not_before does not count.
  -- held_until: end of the unpaid hold, null for a reservation made together with its payment. reported_at: time of the first
  -- report of tx_hash for this reservation, or of its latest replacement in another one of the wallet and game.
  -- revived_at: time at which a hash was submitted after the reservation had ended.
  -- known_at: time at which an RPC first knew the reported payment; missing_at: time of the latest check, if it did not find the
  -- payment; checks: number of checks by the payment worker; next_check_at: earliest time of the next check.
  create table reservations (
    id uuid primary key,
    game_id uuid not null references games,
    wallet_address text not null check (wallet_address = lower(wallet_address)),
    team jsonb not null,
    fixed_at timestamptz not null,
    fee numeric(78, 0) not null check (fee > 0),
    state text not null check (state in ('HELD', 'SUBMITTED', 'JOINED', 'EXPIRED', 'FAILED', 'REFUND_DUE')),
    not_before timestamptz not null,
    held_until timestamptz,
    expires_at timestamptz not null,
    tx_hash text check (tx_hash ~ '^0x[0-9a-f]{64}$'),
    reported_at timestamptz,
    submitted_at timestamptz,
    revived_at timestamptz,
    known_at timestamptz,
    missing_at timestamptz,
    checks integer not null default 0,
    next_check_at timestamptz,
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
  -- Sums of paid fees read only this index. The second one finds unpaid reservations of a game, and those to delete.
  create index reservations_paid on reservations (game_id) include (fee, entry_id) where entry_id is not null;
  create index reservations_without_entry on reservations (game_id, created_at) where entry_id is null;
  create index live_reservations on reservations (state, expires_at) where state in ('HELD', 'SUBMITTED');
`;
