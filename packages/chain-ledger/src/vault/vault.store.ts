import { query } from '@touchline/service-kit/data/database';
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

const OF_VAULT = 'chain_id = :chainId and vault = :vault';

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
export type PoolEvent = Stored<Exclude<VaultEvent, PaidEvent>>;

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
