import type { TokenTransfer } from '@touchline/chain-ledger/transfer';
import type { Knex } from 'knex';

/** A transfer to the staking wallet as stored; amount in wei. */
export interface StoredTransfer {
  id: number;
  tx_hash: `0x${string}`;
  log_index: number;
  block_number: number;
  block_hash: string;
  sender: string;
  amount: bigint;
  /** ORPHANED: a reorganisation removed it. */
  finality: 'LATEST' | 'FINAL' | 'ORPHANED';
}

const COLUMNS = 'id, tx_hash, log_index, block_number, block_hash, sender, amount, finality';
type Row = Omit<StoredTransfer, 'amount'> & { amount: string };
const toTransfer = (row: Row): StoredTransfer => ({ ...row, amount: BigInt(row.amount) });

/** What is stored of a transaction, in the order of its logs; without what it does not hold any more. */
export async function transfersOfHash(db: Knex, chainId: number, hash: string): Promise<StoredTransfer[]> {
  const { rows } = await db.raw(
    `select ${COLUMNS} from transfers where chain_id = ? and tx_hash = ? and log_index >= 0 order by log_index`,
    [chainId, hash],
  );
  return rows.map(toTransfer);
}

/** Stores a transfer that was not known; the sender's row is there and held. */
export async function insertTransfer(
  trx: Knex.Transaction,
  chainId: number,
  transfer: TokenTransfer,
): Promise<number> {
  const { rows } = await trx.raw(
    `insert into transfers (chain_id, tx_hash, log_index, block_number, block_hash, sender, amount, finality)
     values (:chainId, :tx_hash, :log_index, :block_number, :block_hash, :sender, :amount, 'LATEST') returning id`,
    { ...transfer, chainId, amount: transfer.amount.toString() },
  );
  return rows[0].id;
}

/** The transfer is in this block, under this log index. */
export async function placeTransfer(
  trx: Knex.Transaction,
  id: number,
  place: Pick<TokenTransfer, 'log_index' | 'block_number' | 'block_hash'>,
): Promise<void> {
  await trx.raw(
    `update transfers set log_index = :log_index, block_number = :block_number, block_hash = :block_hash,
       finality = 'LATEST' where id = :id`,
    { ...place, id },
  );
}

/** Frees the places of some transfers, so that they can change them with one another. */
export async function freePlaces(trx: Knex.Transaction, ids: readonly number[]): Promise<void> {
  await trx.raw('update transfers set log_index = -1 - id where id = any(?)', [[...ids]]);
}

/** The transfer is not part of the chain any more. */
export async function orphanTransfer(trx: Knex.Transaction, id: number): Promise<void> {
  await trx.raw(`update transfers set finality = 'ORPHANED' where id = ?`, [id]);
}

/** The transfer can never be undone. */
export async function finalizeTransfer(db: Knex, id: number, blockHash: string): Promise<void> {
  await db.raw(
    `update transfers set finality = 'FINAL' where id = ? and block_hash = ? and finality = 'LATEST'`,
    [id, blockHash],
  );
}

/** The transfers that may still move: not final, or removed since a block. */
export async function unsettledTransfers(
  db: Knex,
  chainId: number,
  orphanedSince: number,
): Promise<StoredTransfer[]> {
  const { rows } = await db.raw(
    `select ${COLUMNS} from transfers
     where chain_id = ? and log_index >= 0 and finality <> 'FINAL' and (finality = 'LATEST' or block_number >= ?)
     order by block_number, log_index`,
    [chainId, orphanedSince],
  );
  return rows.map(toTransfer);
}

/** The last block whose transfers are all known; null before the first look. */
export async function scanCursor(db: Knex, chainId: number): Promise<number | null> {
  const { rows } = await db.raw('select block_number from scan_cursors where chain_id = ?', [chainId]);
  return rows[0]?.block_number ?? null;
}

export async function moveScanCursor(db: Knex, chainId: number, block: number): Promise<void> {
  await db.raw(
    `insert into scan_cursors (chain_id, block_number) values (?, ?)
     on conflict (chain_id) do update set block_number = excluded.block_number`,
    [chainId, block],
  );
}
