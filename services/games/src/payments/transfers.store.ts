import type { TokenTransfer } from '@touchline/chain-ledger/transfer';
import type { Knex } from 'knex';
import type { Finality, RefundReason, StoredTransfer } from './transfer.ts';

const COLUMNS = `id, tx_hash, log_index, block_number, block_hash, sender, recipient, amount, finality, reservation_id,
  refund_reason, block_time,
  seen_at`;

const parse = (row: Omit<StoredTransfer, 'amount'> & { amount: string }): StoredTransfer => ({
  ...row,
  amount: BigInt(row.amount),
});

/** Nobody else decides over the transfers of this transaction until ours ends; the first lock that a payment takes. */
export async function lockHash(trx: Knex.Transaction, hash: string): Promise<void> {
  await trx.raw("select pg_advisory_xact_lock(hashtext('transfers'), hashtext(?))", [hash]);
}

/** The stored transfers of a transaction in the order of its log. */
export async function transfersOf(db: Knex, chainId: number, hash: string): Promise<StoredTransfer[]> {
  const { rows } = await db.raw(
    `select ${COLUMNS} from chain_transfers where chain_id = ? and tx_hash = ? order by log_index`,
    [chainId, hash],
  );
  return rows.map(parse);
}

/** Those of some transactions, in any order. */
export async function transfersOfAll(
  db: Knex,
  chainId: number,
  hashes: readonly string[],
): Promise<StoredTransfer[]> {
  const { rows } = await db.raw(
    `select ${COLUMNS} from chain_transfers where chain_id = ? and tx_hash = any(?)`,
    [chainId, [...hashes]],
  );
  return rows.map(parse);
}

/** Adds a transfer that was not known. */
export async function insertTransfer(
  trx: Knex.Transaction,
  chainId: number,
  transfer: TokenTransfer,
  now: number,
): Promise<void> {
  await trx.raw(
    `insert into chain_transfers (chain_id, tx_hash, log_index, block_number, block_hash, block_time, sender, recipient,
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

/** Transfers that are no longer part of their transaction; their places in its log are free. */
export async function dropTransfers(trx: Knex.Transaction, ids: readonly number[]): Promise<void> {
  await trx.raw(
    "update chain_transfers set log_index = -id, finality = 'orphaned' where id = any(?::bigint[])",
    [[...ids]],
  );
}

/** A known transfer is in another block now; indexes of a transaction may swap, so that is done in two steps. */
export async function moveTransfers(
  trx: Knex.Transaction,
  moves: readonly { id: number; to: TokenTransfer }[],
): Promise<void> {
  for (const { id } of moves) await trx.raw('update chain_transfers set log_index = -id where id = ?', [id]);
  for (const { id, to } of moves)
    await trx.raw(
      `update chain_transfers set log_index = :log_index, block_number = :block_number, block_hash = :block_hash,
         block_time = :block_time, finality = 'latest' where id = :id`,
      {
        id,
        log_index: to.log_index,
        block_number: to.block_number,
        block_hash: to.block_hash,
        block_time: new Date(to.block_time),
      },
    );
}

/** The transfer pays for the reservation. */
export async function useTransfer(
  trx: Knex.Transaction,
  id: number,
  reservationId: string,
  surplus: bigint,
): Promise<void> {
  await trx.raw(
    `update chain_transfers set reservation_id = :reservationId, surplus = :surplus, refund_reason = null, refund_for = null
     where id = :id`,
    { id, reservationId, surplus: surplus.toString() },
  );
}

/** The transfer is owed back to its sender, unless it has been used meanwhile. */
export async function oweTransfer(
  db: Knex,
  id: number,
  reason: RefundReason,
  refund_for: string | null,
): Promise<void> {
  await db.raw(
    `update chain_transfers set refund_reason = :reason, refund_for = :refund_for
     where id = :id and reservation_id is null`,
    { id, reason, refund_for },
  );
}

/** Transfers that nobody has named yet, the oldest first. */
export async function unassignedTransfers(db: Knex, chainId: number): Promise<StoredTransfer[]> {
  const { rows } = await db.raw(
    `select ${COLUMNS} from chain_transfers
     where chain_id = ? and reservation_id is null and refund_reason is null and finality <> 'orphaned'
     order by id limit 200`,
    [chainId],
  );
  return rows.map(parse);
}

export interface StoredBlock {
  number: number;
  hash: string;
}

/** The blocks of transfers that a reorganisation could still remove. */
export async function blocksNotFinal(
  db: Knex,
  chainId: number,
): Promise<(StoredBlock & { safe: boolean })[]> {
  const { rows } = await db.raw(
    `select block_number as number, block_hash as hash, bool_and(finality = 'safe') as safe from chain_transfers
     where chain_id = ? and finality in ('latest', 'safe') group by block_number, block_hash order by block_number`,
    [chainId],
  );
  return rows;
}

/** How final a block of the chain is. */
export async function setFinality(
  db: Knex,
  chainId: number,
  block: StoredBlock,
  finality: Finality,
): Promise<void> {
  await db.raw(
    `update chain_transfers set finality = :finality
     where chain_id = :chainId and block_hash = :hash and finality in ('latest', 'safe') and finality <> :finality`,
    { chainId, hash: block.hash, finality },
  );
}

/** The transactions of a block. */
export async function hashesOfBlock(db: Knex, chainId: number, block: StoredBlock): Promise<`0x${string}`[]> {
  const { rows } = await db.raw(
    `select distinct tx_hash from chain_transfers where chain_id = ? and block_hash = ? and finality in ('latest', 'safe')`,
    [chainId, block.hash],
  );
  return rows.map((row: { tx_hash: `0x${string}` }) => row.tx_hash);
}

/** The transfers of a transaction in a block that is no longer part of the chain. */
export async function orphanTransfers(
  trx: Knex.Transaction,
  chainId: number,
  hash: string,
  block: StoredBlock,
): Promise<void> {
  await trx.raw(
    `update chain_transfers set finality = 'orphaned' where chain_id = ? and tx_hash = ? and block_hash = ?`,
    [chainId, hash, block.hash],
  );
}

/** The last block that was read for a recipient; null before the first. */
export async function readCursor(db: Knex, chainId: number, recipient: string): Promise<number | null> {
  const { rows } = await db.raw('select block from chain_cursors where chain_id = ? and recipient = ?', [
    chainId,
    recipient,
  ]);
  return rows[0]?.block ?? null;
}

/** Remembers how far the chain has been read. */
export async function writeCursor(
  db: Knex,
  chainId: number,
  recipient: string,
  block: number,
): Promise<void> {
  await db.raw(
    `insert into chain_cursors (chain_id, recipient, block) values (:chainId, :recipient, :block)
     on conflict (chain_id, recipient) do update set block = excluded.block`,
    { chainId, recipient, block },
  );
}

/** After a reorganisation: the blocks from this one on are read again. */
export async function rewindCursor(db: Knex, chainId: number, recipient: string, to: number): Promise<void> {
  await db.raw('update chain_cursors set block = least(block, ?) where chain_id = ? and recipient = ?', [
    to,
    chainId,
    recipient,
  ]);
}
