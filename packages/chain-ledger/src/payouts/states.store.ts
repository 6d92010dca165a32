import { query, queryOne } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';
import type { Book } from '../stored-transfer.ts';
import type { OutgoingTransfer, UnpaidPayout } from './match.ts';
import type { PayoutLock } from './payout.ts';
import { NOT_ORPHANED, type StoredPayout } from './payouts.store.ts';

/** Serialises the matching of transfers to payouts until the transaction ends. Take it before locking payouts. */
export async function lockMatching(trx: Knex.Transaction): Promise<void> {
  await trx.raw("select pg_advisory_xact_lock(hashtext('payouts'), 0)");
}

/** Marks a locked payout as begun by an administrator. @param now epoch ms */
export async function markSending(trx: Knex.Transaction, id: string, admin: string, now: number) {
  await trx.raw("update payouts set state = 'SENDING', begun_by = ?, begun_at = ? where id = ?", [
    admin,
    new Date(now),
    id,
  ]);
}

/**
 * Returns the payout to DUE and, unless nothing was signed, locks it. `begun_at` is kept, because a transfer may still appear.
 */
export async function markGivenUp(trx: Knex.Transaction, id: string, lock: PayoutLock | null): Promise<void> {
  await trx.raw(
    "update payouts set state = 'DUE', begun_by = null, locked_at_block = ?, locked_nonce = ? where id = ?",
    [lock?.block ?? null, lock?.nonce ?? null, id],
  );
}

/** Counts the unpaid payouts for which a transfer may have been signed: being sent, sent, or given up and locked. */
export async function countSignable(db: Knex): Promise<number> {
  const found = await queryOne<{ n: number }>(
    db,
    "select count(*) as n from payouts where state in ('SENDING', 'SENT') or locked_at_block is not null",
  );
  return found!.n;
}

/** Returns null if no payout is locked, else whether any lock has a nonce. */
export async function findLocks(db: Knex): Promise<{ with_nonce: boolean } | null> {
  const locks = await queryOne<{ n: number; with_nonce: boolean | null }>(
    db,
    'select count(*) as n, bool_or(locked_nonce is not null) as with_nonce from payouts where locked_at_block is not null',
  );
  return locks!.n === 0 ? null : { with_nonce: locks!.with_nonce === true };
}

/** Releases the locks of a block up to `block`, and those whose nonce is one of the first `usedNonces`. */
export async function releaseLocks(db: Knex, block: number, usedNonces: number): Promise<void> {
  await db.raw(
    `update payouts set locked_at_block = null, locked_nonce = null
     where locked_at_block is not null and (locked_at_block <= ? or locked_nonce < ?)`,
    [block, usedNonces],
  );
}

/** Records a reported transaction that is not on the chain yet. */
export async function markSent(trx: Knex.Transaction, id: string, hash: string, now: number): Promise<void> {
  await trx.raw("update payouts set state = 'SENT', tx_hash = ?, reported = true, sent_at = ? where id = ?", [
    hash,
    new Date(now),
    id,
  ]);
}

/** @returns false when the payout has changed since it was read */
export async function markPaid(
  trx: Knex.Transaction,
  { id, state, amount }: Pick<StoredPayout, 'id' | 'state' | 'amount'>,
  transfer: OutgoingTransfer,
  now: number,
): Promise<boolean> {
  const paid = await queryOne(
    trx,
    `update payouts set state = 'CONFIRMED', outgoing_id = :transfer, reported = reported and tx_hash = :tx_hash,
       tx_hash = :tx_hash, begun_at = coalesce(begun_at, :now), sent_at = coalesce(sent_at, :now), confirmed_at = :now
     where id = :id and state = :state and amount = :amount returning id`,
    {
      id,
      state,
      amount: amount.toString(),
      transfer: transfer.id,
      tx_hash: transfer.tx_hash,
      now: new Date(now),
    },
  );
  return paid !== undefined;
}

/** Records that an admin reported the paying transaction. */
export async function markReported(trx: Knex.Transaction, id: string): Promise<void> {
  await trx.raw('update payouts set reported = true where id = ? and not reported', [id]);
}

/** Detaches the transfer, because it pays another payout, and restores the previous state. */
export async function releaseTransfer(trx: Knex.Transaction, id: string): Promise<void> {
  await trx.raw(
    `update payouts set state = case when begun_by is null then 'DUE' else 'SENDING' end, outgoing_id = null,
       tx_hash = null, reported = false, sent_at = null, confirmed_at = null where id = ?`,
    [id],
  );
}

/** Updates payouts from their transfers: SENT after a reorganisation removed one, CONFIRMED when it is mined again. */
export async function updateFromTransfers(trx: Knex.Transaction, now: number): Promise<void> {
  await trx.raw(
    `update payouts set state = 'SENT', confirmed_at = null from ledger_outgoing as o
     where o.id = outgoing_id and o.state = 'ORPHANED' and payouts.state = 'CONFIRMED'`,
  );
  await trx.raw(
    `update payouts set state = 'CONFIRMED', confirmed_at = ? from ledger_outgoing as o
     where o.id = outgoing_id and o.state <> 'ORPHANED' and payouts.state = 'SENT'`,
    [new Date(now)],
  );
}

/** Outgoing, on the chain, not marked as explained, and not matched to a payout. */
const UNEXPLAINED = `o.chain_id = :chainId and o.sender = :address and o.state <> 'ORPHANED' and not o.explained
  and not exists (select from payouts as paid where paid.outgoing_id = o.id)`;

const FITS = `p.recipient = o.recipient and p.amount = o.amount and p.from_block <= o.block_number
  and p.state <> 'CONFIRMED' and ${NOT_ORPHANED}`;

/** Unpaid payouts and unexplained transfers that fit each other, limited in number. */
export async function findMatchCandidates(
  trx: Knex.Transaction,
  { chainId, address }: Book,
): Promise<{ payouts: UnpaidPayout[]; transfers: OutgoingTransfer[] }> {
  const transfers = await query<Omit<OutgoingTransfer, 'amount'> & { amount: string }>(
    trx,
    `select id, tx_hash, log_index, recipient, amount, block_number from ledger_outgoing as o
     where ${UNEXPLAINED} and exists (select from payouts as p where ${FITS}) order by block_number, log_index limit 200`,
    { chainId, address },
  );
  if (transfers.length === 0) return { payouts: [], transfers: [] };
  const payouts = await query<Omit<UnpaidPayout, 'amount'> & { amount: string }>(
    trx,
    `select distinct p.id, p.recipient, p.amount, p.state, p.tx_hash, p.from_block, p.due_at,
       p.begun_at is not null as started
     from payouts as p join ledger_outgoing as o on ${FITS} where o.id = any(?::bigint[]) order by p.due_at, p.id limit 1000`,
    [transfers.map(({ id }) => id)],
  );
  return {
    payouts: payouts.map((row) => ({ ...row, amount: BigInt(row.amount) })),
    transfers: transfers.map((row) => ({ ...row, amount: BigInt(row.amount) })),
  };
}

/** The transfers of a transaction that can pay a payout, with the id of the payout that each pays now. */
export async function findPayingTransfers(
  trx: Knex.Transaction,
  { chainId, address }: Book,
  hash: string,
  { recipient, amount, from_block }: Pick<StoredPayout, 'recipient' | 'amount' | 'from_block'>,
): Promise<{ transfer: OutgoingTransfer; pays: string | null; reported: boolean }[]> {
  const rows = await query<OutgoingTransfer & { pays: string | null; reported: boolean | null }>(
    trx,
    `select o.id, o.tx_hash, o.log_index, o.recipient, o.amount, o.block_number, p.id as pays, p.reported
     from ledger_outgoing as o left join payouts as p on p.outgoing_id = o.id
     where o.chain_id = :chainId and o.sender = :address and o.tx_hash = :hash and o.state <> 'ORPHANED'
       and o.recipient = :recipient and o.amount = :amount and o.block_number >= :from_block
     order by o.log_index`,
    { chainId, address, hash, recipient, amount: amount.toString(), from_block },
  );
  return rows.map(({ pays, reported, ...transfer }) => ({
    transfer: { ...transfer, amount },
    pays,
    reported: reported === true,
  }));
}

/** Number of outgoing transfers that pay no known payout and are not marked as explained. */
export async function countUnexplained(db: Knex, { chainId, address }: Book): Promise<number> {
  const counted = await queryOne<{ n: number }>(
    db,
    `select count(*) as n from ledger_outgoing as o where ${UNEXPLAINED}`,
    { chainId, address },
  );
  return counted!.n;
}
