import { query, queryOne } from '@touchline/service-kit/database';
import type { Knex } from 'knex';
import type { Account, StoredTransfer } from './stored-transfer.ts';
import type { Block, TokenTransfer } from './transfer.ts';

const COLUMNS =
  'id, tx_hash, log_index, block_number, block_hash, block_time, sender, recipient, amount, state, seen_at';

type Row = Omit<StoredTransfer, 'amount'> & { amount: string };
const toStoredTransfer = (row: Row): StoredTransfer => ({ ...row, amount: BigInt(row.amount) });

/** Until the transaction ends nobody else changes the transfers of this hash. Taken before every other lock. */
export async function lockTransaction(trx: Knex.Transaction, hash: string): Promise<void> {
  await trx.raw("select pg_advisory_xact_lock(hashtext('transfers'), hashtext(?))", [hash]);
}

/** What the ledger knows of some transactions, in the order of their logs. */
export async function transfersOf(
  db: Knex,
  { chainId, address }: Account,
  hashes: readonly string[],
): Promise<StoredTransfer[]> {
  const rows = await query<Row>(
    db,
    `select ${COLUMNS} from ledger_transfers
     where chain_id = ? and recipient = ? and tx_hash = any(?) order by tx_hash, log_index`,
    [chainId, address, [...hashes]],
  );
  return rows.map(toStoredTransfer);
}

export async function insertTransfer(
  trx: Knex.Transaction,
  chainId: number,
  transfer: TokenTransfer,
  now: number,
): Promise<void> {
  await trx.raw(
    `insert into ledger_transfers (chain_id, tx_hash, log_index, block_number, block_hash, block_time, sender, recipient,
       amount, seen_at)
     values (:chainId, :tx_hash, :log_index, :block_number, :block_hash, :block_time, :sender, :recipient, :amount, :now)`,
    {
      ...transfer,
      chainId,
      amount: transfer.amount.toString(),
      block_time: new Date(transfer.block_time),
      now: new Date(now),
    },
  );
}

/** The transfers are not part of the chain; their log indexes are free for others. */
export async function orphanTransfers(trx: Knex.Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await trx.raw(
    "update ledger_transfers set log_index = -id, state = 'ORPHANED' where id = any(?::bigint[])",
    [[...ids]],
  );
}

/** Known transfers are in another place now. They may have swapped their log indexes, so these are freed first. */
export async function moveTransfers(
  trx: Knex.Transaction,
  moves: readonly { id: number; to: TokenTransfer }[],
): Promise<void> {
  if (moves.length === 0) return;
  const ids = moves.map(({ id }) => id);
  await trx.raw('update ledger_transfers set log_index = -id where id = any(?::bigint[])', [ids]);
  for (const { id, to } of moves)
    await trx.raw(
      `update ledger_transfers set log_index = :log_index, block_number = :block_number, block_hash = :block_hash,
         block_time = :block_time, state = 'SEEN' where id = :id`,
      {
        id,
        log_index: to.log_index,
        block_number: to.block_number,
        block_hash: to.block_hash,
        block_time: new Date(to.block_time),
      },
    );
}

/** Transfers that the service has not decided about: the oldest of each sender, then their second; a page of them. */
export async function unassignedTransfers(
  db: Knex,
  { chainId, address }: Account,
): Promise<StoredTransfer[]> {
  const rows = await query<Row>(
    db,
    `select ${COLUMNS} from ledger_transfers
     where chain_id = ? and recipient = ? and not assigned and state <> 'ORPHANED'
     order by row_number() over (partition by sender order by id), id limit 200`,
    [chainId, address],
  );
  return rows.map(toStoredTransfer);
}

/** The service has decided what the transfer is for. */
export async function markAssigned(trx: Knex, id: number): Promise<void> {
  await trx.raw('update ledger_transfers set assigned = true where id = ? and not assigned', [id]);
}

/** Blocks with transfers that a reorganisation could still remove, and the transactions in them. */
export interface OpenBlock extends Block {
  confirmed: boolean;
  hashes: `0x${string}`[];
}

export async function openBlocks(db: Knex, { chainId, address }: Account): Promise<OpenBlock[]> {
  const rows = await query<OpenBlock>(
    db,
    `select block_number as number, block_hash as hash, bool_and(state = 'CONFIRMED') as confirmed,
       array_agg(distinct tx_hash) as hashes
     from ledger_transfers where chain_id = ? and recipient = ? and state in ('SEEN', 'CONFIRMED')
     group by block_number, block_hash order by block_number`,
    [chainId, address],
  );
  return rows;
}

/** The transfers that these transactions have in a block that is part of the chain have this state. */
export async function setState(
  db: Knex,
  { chainId, address }: Account,
  {
    blockHash,
    hashes,
    state,
  }: { blockHash: string; hashes: readonly string[]; state: 'SEEN' | 'CONFIRMED' | 'FINAL' },
): Promise<void> {
  await db.raw(
    `update ledger_transfers set state = :state
     where chain_id = :chainId and recipient = :address and block_hash = :blockHash and tx_hash = any(:hashes)
       and state in ('SEEN', 'CONFIRMED') and state <> :state`,
    { chainId, address, blockHash, hashes: [...hashes], state },
  );
}

/** The last block that was read; null before the first. */
export async function readCursor(db: Knex, { chainId, address }: Account): Promise<number | null> {
  const cursor = await queryOne<{ block_number: number }>(
    db,
    'select block_number from ledger_cursors where chain_id = ? and recipient = ?',
    [chainId, address],
  );
  return cursor?.block_number ?? null;
}

/** Transfers too small to be recorded, and their sum in wei. */
export interface Dust {
  transfers: number;
  amount: bigint;
}

/** Moves the cursor, and counts the dust up to it, unless somebody else has moved it since it was `from`. */
export async function moveCursor(
  db: Knex,
  { chainId, address }: Account,
  { from, to, dust }: { from: number | null; to: number; dust: Dust },
): Promise<void> {
  await db.raw(
    `insert into ledger_cursors as cursor (chain_id, recipient, block_number, dust_transfers, dust_amount)
     values (:chainId, :address, :to, :transfers, :amount)
     on conflict (chain_id, recipient) do update set block_number = excluded.block_number,
       dust_transfers = cursor.dust_transfers + excluded.dust_transfers,
       dust_amount = cursor.dust_amount + excluded.dust_amount
     where cursor.block_number = :from`,
    { chainId, address, from, to, transfers: dust.transfers, amount: dust.amount.toString() },
  );
}

/** The blocks from this one on are read again. */
export async function rewindCursor(db: Knex, { chainId, address }: Account, block: number): Promise<void> {
  await db.raw(
    'update ledger_cursors set block_number = least(block_number, ?) where chain_id = ? and recipient = ?',
    [block - 1, chainId, address],
  );
}
