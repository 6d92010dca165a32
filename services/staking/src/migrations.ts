import { ledgerTables } from '@touchline/chain-ledger/ledger.tables';
import { payoutsTables } from '@touchline/chain-ledger/payouts/payouts.tables';
import { adminChangesTable } from '@touchline/service-kit/administration/admin-changes';
import { replicasTable } from '@touchline/service-kit/administration/service-health';
import { switchesTable } from '@touchline/service-kit/administration/switches';
import { initialSchema, type Migration } from '@touchline/service-kit/data/migrations';
import { outboxTable } from '@touchline/service-kit/messaging/outbox';

const stakesTables = `
  -- ends_at: end of the last gameweek, from the feed. The season with the latest seen_at is the current one.
  create table seasons (
    season text primary key,
    ends_at timestamptz not null,
    seen_at timestamptz not null
  );

  -- version counts the changes of a wallet's active stake and the edits of its stakes. Locking the row locks all data of the
  -- wallet.
  create table wallets (
    wallet_address text primary key check (wallet_address = lower(wallet_address)),
    version integer not null default 0
  );

  -- Amounts in wei. SUSPENDED: a reorganisation removed the transfer.
  -- counts: false while an admin has set the stake inactive; it remains locked and is paid out at the end of its lock.
  -- edits: number of admin edits.
  create table stakes (
    id uuid primary key,
    transfer_id bigint not null unique references ledger_transfers,
    wallet_address text not null references wallets,
    season text not null references seasons,
    amount numeric(78, 0) not null check (amount > 0),
    recorded_at timestamptz not null,
    lock_end timestamptz not null,
    state text not null check (state in ('ACTIVE', 'SUSPENDED', 'UNLOCKED')),
    unlocked_at timestamptz,
    counts boolean not null default true,
    edits integer not null default 0
  );
  create index stakes_by_wallet on stakes (wallet_address);
  create index stakes_by_lock_end on stakes (lock_end) where state = 'ACTIVE';
  create index stakes_suspended on stakes (transfer_id) where state = 'SUSPENDED';
  create index stakes_by_recorded_at on stakes (recorded_at);

  -- Append-only changes of a wallet's active amount, from which coefficients are computed.
  create table stake_changes (
    id bigint generated always as identity primary key,
    stake_id uuid not null references stakes,
    at timestamptz not null,
    delta numeric(78, 0) not null
  );
  create index stake_changes_by_stake on stake_changes (stake_id);
`;

/** Migrations of the schema `staking`, in order. A released step must never change. */
export const migrations: readonly Migration[] = [
  initialSchema([
    outboxTable,
    replicasTable,
    adminChangesTable,
    switchesTable,
    ledgerTables,
    payoutsTables,
    stakesTables,
  ]),
];
