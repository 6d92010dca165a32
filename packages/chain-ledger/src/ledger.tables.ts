/** Columns of a recorded transfer, incoming or outgoing. */
export const TRANSFER_COLUMNS = `
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
    seen_at timestamptz not null`;

/** Tables of incoming transfers and of the positions up to which the chain has been read. Amounts in wei. */
export const ledgerTables = `
  -- Every transfer of the token to our wallet that has been deep enough. A transfer that its transaction no longer contains is
  -- ORPHANED and has the log index -id. assigned: the service has decided what it pays for.
  create table ledger_transfers (
    ${TRANSFER_COLUMNS},
    assigned boolean not null default false,
    unique (chain_id, tx_hash, log_index)
  );
  create index ledger_transfers_not_final on ledger_transfers (chain_id, recipient, block_number)
    where state in ('SEEN', 'CONFIRMED');
  create index ledger_transfers_orphaned on ledger_transfers (id) where state = 'ORPHANED';
  create index ledger_transfers_unassigned on ledger_transfers (id) where not assigned;

  -- block_number: the last block that has been read; every transfer up to it is recorded, to the address (side recipient) or
  -- from it (side sender), or every event of the prize vault at the address (side vault). block_hash: its hash. final_block: the blocks up to it were irreversible when they were last read.
  -- dust_...: transfers up to it that were too small to be recorded, and their sum. Blocks that are read again after a
  -- reorganisation, or after a round with lagging RPCs, are counted again.
  create table ledger_cursors (
    chain_id integer not null,
    address text not null,
    side text not null check (side in ('recipient', 'sender', 'vault')),
    block_number bigint not null,
    block_hash text not null,
    final_block bigint not null,
    dust_transfers bigint not null default 0,
    dust_amount numeric(78, 0) not null default 0,
    primary key (chain_id, address, side)
  );
`;
