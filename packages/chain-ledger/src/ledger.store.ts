import { type Database, query, queryOne } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';
import type { Account, Book, StoredTransfer } from './stored-transfer.ts';
import type { Block, TokenTransfer } from './transfer.ts';

const COLUMNS =
  'id, tx_hash, log_index, block_number, block_hash, block_time, sender, recipient, amount, state, seen_at';

type Row = Omit<StoredTransfer, 'amount'> & { amount: string };
const toStoredTransfer = (row: Row): StoredTransfer => ({ ...row, amount: BigInt(row.amount) });

/** Constants, so they are safe to interpolate into SQL. */
const TABLES = { recipient: 'ledger_transfers', sender: 'ledger_outgoing' } as const;
const tableFor = ({ side }: Book) => TABLES[side];

/**
 * Locks the transfers of these hashes until the transaction ends. Take it before the locks of payouts, and for all hashes in one call:
 * the locks are taken in the order of their keys, so two callers never deadlock. A caller that locks the row of a game does so first.
 */
export async function lockTransactions(trx: Knex.Transaction, hashes: readonly string[]): Promise<void> {
  await trx.raw(
    `select pg_advisory_xact_lock(hashtext('transfers'), key)
     from (select distinct hashtext(hash) as key from unnest(?::text[]) as hash order by key) as keys`,
    [[...hashes]],
  );
}

/** The recorded transfers of these transactions, in log order. */
export async function findTransfers(
  db: Knex,
  book: Book,
  hashes: readonly string[],
): Promise<StoredTransfer[]> {
  const rows = await query<Row>(
    db,
    `select ${COLUMNS} from ${tableFor(book)}
     where chain_id = ? and ${book.side} = ? and tx_hash = any(?) order by tx_hash, log_index`,
    [book.chainId, book.address, [...hashes]],
  );
  return rows.map(toStoredTransfer);
}

/** Inserts a transfer with the state SEEN. @param now epoch ms */
export async function insertTransfer(
  trx: Knex.Transaction,
  book: Book,
  transfer: TokenTransfer,
  now: number,
): Promise<void> {
  await trx.raw(
    `insert into ${tableFor(book)} (chain_id, tx_hash, log_index, block_number, block_hash, block_time, sender, recipient,
       amount, seen_at)
     values (:chainId, :tx_hash, :log_index, :block_number, :block_hash, :block_time, :sender, :recipient, :amount, :now)`,
    {
      ...transfer,
      chainId: book.chainId,
      amount: transfer.amount.toString(),
      block_time: new Date(transfer.block_time),
      now: new Date(now),
    },
  );
}

/** Marks transfers that are no longer part of the chain and frees their log indexes. */
export async function orphanTransfers(
  trx: Knex.Transaction,
  book: Book,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await trx.raw(
    `update ${tableFor(book)} set log_index = -id, state = 'ORPHANED' where id = any(?::bigint[])`,
    [[...ids]],
  );
}

/** Updates the position of recorded transfers. They may have swapped log indexes, so all of these are freed first. */
export async function moveTransfers(
  trx: Knex.Transaction,
  book: Book,
  moves: readonly { id: number; to: TokenTransfer }[],
): Promise<void> {
  if (moves.length === 0) return;
  const ids = moves.map(({ id }) => id);
  await trx.raw(`update ${tableFor(book)} set log_index = -id where id = any(?::bigint[])`, [ids]);
  for (const { id, to } of moves)
    await trx.raw(
      `update ${tableFor(book)} set log_index = :log_index, block_number = :block_number, block_hash = :block_hash,
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

/** One page of transfers without a decision: the oldest of each sender first, then their second. */
export async function findUnassignedTransfers(
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

/** Records that the service has decided what the transfer is for. */
export async function markAssigned(trx: Knex, id: number): Promise<void> {
  await trx.raw('update ledger_transfers set assigned = true where id = ? and not assigned', [id]);
}

/** A block with transfers that a reorganisation could still remove, and their transactions. */
export interface OpenBlock extends Block {
  /** State of all these transfers; null when they differ. */
  state: 'SEEN' | 'CONFIRMED' | null;
  hashes: `0x${string}`[];
}

/** Finds the open blocks of an account, lowest first. */
export async function findOpenBlocks(db: Knex, book: Book): Promise<OpenBlock[]> {
  const rows = await query<OpenBlock>(
    db,
    `select block_number as number, block_hash as hash,
       case when count(distinct state) = 1 then min(state) end as state, array_agg(distinct tx_hash) as hashes
     from ${tableFor(book)} where chain_id = ? and ${book.side} = ? and state in ('SEEN', 'CONFIRMED')
     group by block_number, block_hash order by block_number`,
    [book.chainId, book.address],
  );
  return rows;
}

/**
 * Sets the state of the transfers that these transactions have in a canonical block. Takes the locks of the hashes, because
 * their holder updates several rows in another order.
 */
export async function setTransferState(
  db: Database,
  book: Book,
  {
    blockHash,
    hashes,
    state,
  }: { blockHash: string; hashes: readonly string[]; state: 'SEEN' | 'CONFIRMED' | 'FINAL' },
): Promise<void> {
  await db.transaction(async (trx) => {
    await lockTransactions(trx, hashes);
    await trx.raw(
      `update ${tableFor(book)} set state = :state
       where chain_id = :chainId and ${book.side} = :address and block_hash = :blockHash and tx_hash = any(:hashes)
         and state in ('SEEN', 'CONFIRMED') and state <> :state`,
      { chainId: book.chainId, address: book.address, blockHash, hashes: [...hashes], state },
    );
  });
}

/** The transfers of an account, or the events of the vault at an address. */
interface Source extends Account {
  side: Book['side'] | 'vault';
}

/** The last block that was read, and the last one that was irreversible when it was read. */
export interface Cursor {
  block_number: number;
  block_hash: string;
  final_block: number;
}

/** Null before the first read. */
export async function readCursor(db: Knex, { chainId, address, side }: Source): Promise<Cursor | null> {
  const cursor = await queryOne<Cursor>(
    db,
    `select block_number, block_hash, final_block from ledger_cursors
     where chain_id = ? and address = ? and side = ?`,
    [chainId, address, side],
  );
  return cursor ?? null;
}

/** Transfers too small to be recorded, and their sum in wei. */
export interface Dust {
  transfers: number;
  amount: bigint;
}

/** Moves the cursor and adds the dust up to it. @returns false if another replica has moved the cursor away from `from` */
export async function moveCursor(
  db: Knex,
  { chainId, address, side }: Source,
  { from, to, dust }: { from: Cursor | null; to: Cursor; dust?: Dust },
): Promise<boolean> {
  const moved = await query(
    db,
    `insert into ledger_cursors as cursor (chain_id, address, side, block_number, block_hash, final_block,
       dust_transfers, dust_amount)
     values (:chainId, :address, :side, :block_number, :block_hash, :final_block, :transfers, :amount)
     on conflict (chain_id, address, side) do update set block_number = excluded.block_number,
       block_hash = excluded.block_hash, final_block = excluded.final_block,
       dust_transfers = cursor.dust_transfers + excluded.dust_transfers,
       dust_amount = cursor.dust_amount + excluded.dust_amount
     where cursor.block_number = :fromNumber and cursor.block_hash = :fromHash and cursor.final_block = :fromFinal
     returning 1`,
    {
      chainId,
      address,
      side,
      ...to,
      fromNumber: from?.block_number ?? null,
      fromHash: from?.block_hash ?? null,
      fromFinal: from?.final_block ?? null,
      transfers: dust?.transfers ?? 0,
      amount: String(dust?.amount ?? 0),
    },
  );
  return moved.length > 0;
}
