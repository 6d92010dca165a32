/** Table of the prize vault's events. Amounts in wei. */
export const vaultTables = `
  -- The vault's events as two RPCs report them. state: SEEN events are as deep as configured, and every round replaces those
  -- that a reorganisation may have changed; FINAL events are irreversible. game: 32 bytes in hexadecimal digits, lower case.
  -- amount: the pool (SETTLED), the prize (PAID), or what the owner took back (REVOKED, RECLAIMED) or put back (REFILLED).
  -- game and prize_index identify a paid prize, never its account and amount.
  create table vault_events (
    chain_id integer not null,
    vault text not null,
    block_number bigint not null,
    log_index integer not null,
    tx_hash text not null,
    block_hash text not null,
    block_time timestamptz not null,
    kind text not null check (kind in ('SETTLED', 'REVOKED', 'PAID', 'RECLAIMED', 'REFILLED')),
    state text not null check (state in ('SEEN', 'FINAL')),
    game text not null check (game ~ '^0x[0-9a-f]{64}$'),
    amount numeric(78, 0) not null,
    token text,
    root text,
    opens_at timestamptz,
    prize_index numeric(78, 0),
    account text,
    primary key (chain_id, vault, block_number, log_index)
  );
  create unique index vault_events_paid on vault_events (chain_id, vault, game, prize_index) where kind = 'PAID';
  create index vault_events_paid_by_time on vault_events (block_time) where kind = 'PAID';
  create index vault_events_game on vault_events (chain_id, vault, game) where kind <> 'PAID';
`;
