import { query, queryOne } from '@touchline/service-kit/database';
import type { Knex } from 'knex';
import type { Book } from '../stored-transfer.ts';
import type { OutgoingTransfer, UnpaidPayout } from './match.ts';
import type { StoredPayout } from './payouts.store.ts';

/** Until the transaction ends nobody else decides which transfer pays what. Taken before payouts are locked. */
export async function lockMatching(trx: Knex.Transaction): Promise<void> {
  await trx.raw("select pg_advisory_xact_lock(hashtext('payouts'), 0)");
}

export async function markSending(trx: Knex.Transaction, id: string, admin: string, now: number) {
  await trx.raw("update payouts set state = 'SENDING', begun_by = ?, begun_at = ? where id = ?", [
    admin,
    new Date(now),
    id,
  ]);
}

/** Nobody pays it; `begun_at` stays, because a transfer may still appear. */
export async function markGivenUp(trx: Knex.Transaction, id: string): Promise<void> {
  await trx.raw("update payouts set state = 'DUE', begun_by = null where id = ?", [id]);
}

/** A transaction was named that the chain does not have yet. */
export async function markSent(trx: Knex.Transaction, id: string, hash: string, now: number): Promise<void> {
  await trx.raw("update payouts set state = 'SENT', tx_hash = ?, reported = true, sent_at = ? where id = ?", [
    hash,
    new Date(now),
    id,
  ]);
}

/** @returns false when the payout is no longer as it was read */
export async function markPaid(
  trx: Knex.Transaction,
  { id, state, amount }: Pick<UnpaidPayout, 'id' | 'state' | 'amount'>,
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

/** An administrator says that this transaction pays it. */
export async function markReported(trx: Knex.Transaction, id: string): Promise<void> {
  await trx.raw('update payouts set reported = true where id = ? and not reported', [id]);
}

/** The transfer pays something else: as before it was found. */
export async function releaseTransfer(trx: Knex.Transaction, id: string): Promise<void> {
  await trx.raw(
    `update payouts set state = case when begun_by is null then 'DUE' else 'SENDING' end, outgoing_id = null,
       tx_hash = null, reported = false, sent_at = null, confirmed_at = null where id = ?`,
    [id],
  );
}

/** Payouts follow their transfers: SENT while a reorganisation has removed one, CONFIRMED when it is mined again. */
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

/** No transfer on the chain pays it. One that was confirmed before transfers were kept is paid by the one it names. */
const UNPAID = "(p.state <> 'CONFIRMED' or (p.outgoing_id is null and p.tx_hash = o.tx_hash))";

/** On the chain, sent by us, and not for any payout. */
const UNMATCHED = `o.chain_id = :chainId and o.sender = :address and o.state <> 'ORPHANED'
  and not exists (select from payouts as paid where paid.outgoing_id = o.id)`;

const FITS = `p.recipient = o.recipient and p.amount = o.amount and p.from_block <= o.block_number and ${UNPAID}`;

/** Payouts without a transfer and transfers without a payout that fit each other, a bounded number of them. */
export async function findMatchCandidates(
  trx: Knex.Transaction,
  { chainId, address }: Book,
): Promise<{ payouts: UnpaidPayout[]; transfers: OutgoingTransfer[] }> {
  const transfers = await query<Omit<OutgoingTransfer, 'amount'> & { amount: string }>(
    trx,
    `select id, tx_hash, log_index, recipient, amount, block_number from ledger_outgoing as o
     where ${UNMATCHED} and exists (select from payouts as p where ${FITS}) order by block_number, log_index limit 200`,
    { chainId, address },
  );
  if (transfers.length === 0) return { payouts: [], transfers: [] };
  const payouts = await query<Omit<UnpaidPayout, 'amount'> & { amount: string }>(
    trx,
    `select distinct p.id, p.recipient, p.amount, p.state, p.tx_hash, p.from_block, p.due_at
     from payouts as p join ledger_outgoing as o on ${FITS} where o.id = any(?::bigint[]) order by p.due_at, p.id limit 1000`,
    [transfers.map(({ id }) => id)],
  );
  return {
    payouts: payouts.map((row) => ({ ...row, amount: BigInt(row.amount) })),
    transfers: transfers.map((row) => ({ ...row, amount: BigInt(row.amount) })),
  };
}

/** The transfers of a transaction that can pay a payout, and what each pays now. */
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

/** Transfers that we sent and that pay nothing that is known. */
export async function countUnexplained(db: Knex, { chainId, address }: Book): Promise<number> {
  const counted = await queryOne<{ n: number }>(
    db,
    `select count(*) as n from ledger_outgoing as o where ${UNMATCHED}`,
    { chainId, address },
  );
  return counted!.n;
}
