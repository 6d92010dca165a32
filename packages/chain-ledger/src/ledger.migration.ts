import type { Migration } from '@touchline/service-kit/migrations';
import type { Knex } from 'knex';

/** Tables of a service from before the ledger. Their rows are copied, then `finish` may drop them. */
export interface Predecessor {
  /** A select of the columns of `ledger_transfers`, in their order; amounts and ids are kept. */
  transfers: string;
  /** A select of the columns of `ledger_cursors`, in their order. */
  cursors: string;
  bindings?: Readonly<Record<string, string>>;
  finish(trx: Knex.Transaction): Promise<void>;
}

/** Creates the ledger's tables in the service's schema. `name` is the name of the migration in that service. */
export function ledgerMigration(name: string, predecessor?: Predecessor): Migration {
  return {
    name,
    async up(trx) {
      await trx.raw(TABLES);
      if (!predecessor) return;
      const { transfers, cursors, bindings = {} } = predecessor;
      await trx.raw(`insert into ledger_transfers overriding system value ${transfers}`, bindings);
      await trx.raw(
        `select setval(pg_get_serial_sequence('ledger_transfers', 'id'), coalesce(max(id), 0) + 1, false)
         from ledger_transfers`,
      );
      await trx.raw(`insert into ledger_cursors ${cursors}`, bindings);
      await predecessor.finish(trx);
    },
  };
}

/** Adds the count of dust. `name` is the name of the migration in the service. */
export const dustMigration = (name: string): Migration => ({ name, up: (trx) => trx.raw(DUST) });

const DUST = `
  -- Transfers up to the cursor that were too small to be recorded, and their sum in wei. Blocks that are read again after a
  -- reorganisation are counted again.
  alter table ledger_cursors
    add column dust_transfers bigint not null default 0,
    add column dust_amount numeric(78, 0) not null default 0;
`;

const TABLES = `
  -- Every transfer of the token to our wallet that has been deep enough; amounts in wei. A transfer that its transaction no
  -- longer contains is ORPHANED and has the log index -id. assigned: the service has decided what it pays for.
  create table ledger_transfers (
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
    state text not null default 'SEEN' check (state in ('SEEN', 'CONFIRMED', 'FINAL', 'ORPHANED')),
    seen_at timestamptz not null,
    assigned boolean not null default false,
    unique (chain_id, tx_hash, log_index)
  );
  create index ledger_transfers_not_final on ledger_transfers (chain_id, recipient, block_number)
    where state in ('SEEN', 'CONFIRMED');
  create index ledger_transfers_orphaned on ledger_transfers (id) where state = 'ORPHANED';
  create index ledger_transfers_unassigned on ledger_transfers (id) where not assigned;

  -- The last block that has been read: every transfer up to it is in the ledger.
  create table ledger_cursors (
    chain_id integer not null,
    recipient text not null,
    block_number bigint not null,
    primary key (chain_id, recipient)
  );
`;
