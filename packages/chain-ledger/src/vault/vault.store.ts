import { query, queryOne } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';
import type { Hex } from 'viem';
import type { PaidEvent, VaultEvent } from './vault-event.ts';

/** A vault on a chain. */
export interface VaultBook {
  chainId: number;
  /** Address in lower case. */
  vault: string;
}

/** FINAL: irreversible. SEEN: as deep as configured. */
export type EventState = 'SEEN' | 'FINAL';

type Stored<E extends VaultEvent> = E & { state: EventState };

/** Fields that differ when an event has changed. */
export type EventKey = Pick<Stored<VaultEvent>, 'game' | 'tx_hash' | 'log_index' | 'block_hash' | 'state'>;

/** The last block that was read, and the last one whose events are FINAL. */
export interface VaultCursor {
  final_block: number;
  block_number: number;
  /** Null before the first read. */
  block_hash: string | null;
}

const OF_VAULT = 'chain_id = :chainId and vault = :vault';

/** Reads the cursor of a vault; null if the vault was never read. */
export async function readVaultCursor(db: Knex, book: VaultBook): Promise<VaultCursor | null> {
  const sql = `select final_block, block_number, block_hash from vault_cursors where ${OF_VAULT}`;
  return (await queryOne<VaultCursor>(db, sql, { ...book })) ?? null;
}

/** Inserts the cursor of a vault that was never read. */
export async function insertVaultCursor(db: Knex, book: VaultBook, block: number): Promise<void> {
  await db.raw(
    `insert into vault_cursors (chain_id, vault, final_block, block_number) values (:chainId, :vault, :block, :block)
     on conflict do nothing`,
    { ...book, block },
  );
}

/** Moves the cursor. @returns false if another replica has moved it away from `from` */
export async function moveVaultCursor(
  trx: Knex.Transaction,
  book: VaultBook,
  { from, to }: { from: VaultCursor; to: VaultCursor },
): Promise<boolean> {
  const moved = await query(
    trx,
    `update vault_cursors set final_block = :final_block, block_number = :block_number, block_hash = :block_hash
     where ${OF_VAULT} and final_block = :fromFinal and block_number = :fromNumber
       and block_hash is not distinct from :fromHash
     returning chain_id`,
    {
      ...book,
      ...to,
      fromFinal: from.final_block,
      fromNumber: from.block_number,
      fromHash: from.block_hash,
    },
  );
  return moved.length > 0;
}

/** Deletes the events from a block on. */
export async function deleteEventsFrom(
  trx: Knex.Transaction,
  book: VaultBook,
  block: number,
): Promise<EventKey[]> {
  return query(
    trx,
    `delete from vault_events where ${OF_VAULT} and block_number >= :block
     returning game, tx_hash, log_index, block_hash, state`,
    { ...book, block },
  );
}

/** Rows per insert statement. */
const BATCH_SIZE = 1_000;

/** Inserts events. A prize that is stored already as paid is kept: the vault pays each once. */
export async function insertEvents(
  trx: Knex.Transaction,
  book: VaultBook,
  events: readonly Stored<VaultEvent>[],
): Promise<void> {
  for (let start = 0; start < events.length; start += BATCH_SIZE) {
    const rows = events.slice(start, start + BATCH_SIZE).map(toRow);
    await trx.raw(
      `insert into vault_events (chain_id, vault, block_number, log_index, tx_hash, block_hash, block_time, kind, state, game,
         amount, token, root, opens_at, prize_index, account)
       select :chainId, :vault, block_number, log_index, tx_hash, block_hash, block_time, kind, state, game, amount, token,
         root, opens_at, prize_index, account
       from jsonb_to_recordset(:rows::jsonb) as row (block_number bigint, log_index integer, tx_hash text, block_hash text,
         block_time timestamptz, kind text, state text, game text, amount numeric, token text, root text,
         opens_at timestamptz, prize_index numeric, account text)
       on conflict do nothing`,
      { ...book, rows: JSON.stringify(rows) },
    );
  }
}

function toRow(event: Stored<VaultEvent>): Record<string, unknown> {
  const row = {
    ...event,
    block_time: new Date(event.block_time),
    amount: event.amount.toString(),
  };
  if (event.kind === 'SETTLED') return { ...row, opens_at: new Date(event.opens_at) };
  if (event.kind === 'PAID') return { ...row, prize_index: event.prize_index.toString() };
  return row;
}

/** An event of a game's whole pool. */
type PoolEvent = Stored<Exclude<VaultEvent, PaidEvent>>;

/** The settlements, withdrawals and refills of a game, oldest first. */
export async function findSettlementEvents(db: Knex, book: VaultBook, game: Hex): Promise<PoolEvent[]> {
  const rows = await query<PoolEvent & { amount: string }>(
    db,
    `select kind, state, game, token, root, amount, opens_at, tx_hash, log_index, block_number, block_hash, block_time
     from vault_events where ${OF_VAULT} and game = :game and kind <> 'PAID' order by block_number, log_index`,
    { ...book, game },
  );
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}
