import type { Knex } from 'knex';

/** Creates the tables for transfers, stakes and refunds. Amounts are in wei. */
export async function firstSchema(db: Knex): Promise<void> {
  await db.raw(SCHEMA);
}

const SCHEMA = `
  -- ends_at: end of the last gameweek, from the feed. The season with the latest seen_at is the current one.
  create table seasons (
    season text primary key,
    ends_at timestamptz not null,
    seen_at timestamptz not null
  );

  -- version counts the changes of a wallet's active stake. Locking the row locks all data of the wallet.
  create table wallets (
    wallet_address text primary key check (wallet_address = lower(wallet_address)),
    version integer not null default 0
  );

  -- Every transfer to the staking wallet. Negative log index: the transaction was mined again without this log.
  create table transfers (
    id bigint generated always as identity primary key,
    chain_id integer not null,
    tx_hash text not null check (tx_hash ~ '^0x[0-9a-f]{64}$'),
    log_index integer not null,
    block_number bigint not null,
    block_hash text not null,
    sender text not null references wallets,
    amount numeric(78, 0) not null check (amount > 0),
    finality text not null check (finality in ('LATEST', 'FINAL', 'ORPHANED')),
    unique (chain_id, tx_hash, log_index)
  );
  create index transfers_not_final on transfers (chain_id, block_number) where finality <> 'FINAL';

  -- SUSPENDED: a reorganisation removed the transfer
  create table stakes (
    id uuid primary key,
    transfer_id bigint not null unique references transfers,
    wallet_address text not null references wallets,
    season text not null references seasons,
    amount numeric(78, 0) not null check (amount > 0),
    recorded_at timestamptz not null,
    lock_end timestamptz not null,
    state text not null check (state in ('ACTIVE', 'SUSPENDED', 'UNLOCKED')),
    unlocked_at timestamptz
  );
  create index stakes_by_wallet on stakes (wallet_address);
  create index stakes_by_lock_end on stakes (lock_end) where state = 'ACTIVE';

  -- Append-only changes of a wallet's active amount, from which coefficients are computed.
  create table stake_changes (
    id bigint generated always as identity primary key,
    stake_id uuid not null references stakes,
    at timestamptz not null,
    delta numeric(78, 0) not null
  );
  create index stake_changes_by_stake on stake_changes (stake_id);

  create table owed (
    transfer_id bigint primary key references transfers,
    stake_id uuid unique references stakes,
    wallet_address text not null references wallets,
    reason text not null check (reason in ('UNLOCKED', 'BELOW_MINIMUM', 'OVER_MAXIMUM', 'SEASON_OVER')),
    principal numeric(78, 0) not null check (principal > 0),
    interest numeric(78, 0) not null check (interest >= 0),
    since timestamptz not null
  );
  create index owed_by_wallet on owed (wallet_address);

  -- The last block that has been read completely.
  create table scan_cursors (
    chain_id integer primary key,
    block_number bigint not null
  );
`;
