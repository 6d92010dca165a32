import { type Database, preparedQuery, query, queryOne } from '@touchline/service-kit/data/database';
import type { Position } from '@touchline/service-kit/http/cursor-page';
import type { Knex } from 'knex';
import type { Book, StoredTransfer } from '../stored-transfer.ts';
import type { Payout, PayoutDue } from './payout.ts';

/** A payout with its internal columns. */
export interface StoredPayout extends Payout {
  from_block: number;
  /** An admin reported `tx_hash`. */
  reported: boolean;
}

type Row = Omit<StoredPayout, 'amount' | 'paid_with'> & {
  amount: string;
  in_hash: string | null;
  in_log: number;
  in_state: StoredTransfer['state'];
};

const toPayout = ({ in_hash, in_log, in_state, ...row }: Row): StoredPayout => ({
  ...row,
  amount: BigInt(row.amount),
  paid_with:
    in_hash === null ? null : { tx_hash: in_hash as `0x${string}`, log_index: in_log, state: in_state },
});

/**
 * Condition on a payout `p`: it is not merely due for an incoming transfer that a reorganisation removed. Nothing has to be paid for
 * such a transfer until it is mined again.
 */
export const NOT_ORPHANED = `(p.state <> 'DUE' or not exists
  (select from ledger_transfers as removed where removed.id = p.transfer_id and removed.state = 'ORPHANED'))`;

const PAYOUTS = `payouts as p left join ledger_outgoing as o on o.id = p.outgoing_id
  left join ledger_transfers as t on t.id = p.transfer_id`;

const SELECT = `select p.id, p.kind, p.reason, p.about, p.recipient, p.amount, p.from_block, p.state, p.due_at, p.begun_at,
  p.begun_by, p.tx_hash, p.reported, p.sent_at, p.confirmed_at,
  p.locked_at_block is not null as locked, o.state as outgoing_state,
  t.tx_hash as in_hash, t.log_index as in_log, t.state as in_state from ${PAYOUTS}`;

export async function findPayout(db: Knex, id: string): Promise<StoredPayout | null> {
  const row = await queryOne<Row>(db, `${SELECT} where p.id = ?`, [id]);
  return row ? toPayout(row) : null;
}

/** Finds a payout and locks it until the transaction ends. */
export async function lockPayout(trx: Knex.Transaction, id: string): Promise<StoredPayout | null> {
  const row = await queryOne<Row>(trx, `${SELECT} where p.id = ? for update of p`, [id]);
  return row ? toPayout(row) : null;
}

/** Maximum rows per statement. */
const CHUNK = 5_000;

/**
 * Makes the payouts of each transfer add up to the amount due. Started payouts are not changed. The row of the remainder is
 * inserted, updated, or deleted when nothing remains.
 */
export async function upsertPayouts(
  trx: Knex.Transaction,
  { chainId, address, side }: Book,
  due: readonly PayoutDue[],
  now: number,
): Promise<void> {
  for (let at = 0; at < due.length; at += CHUNK) {
    const chunk = due.slice(at, at + CHUNK);
    await lockAndFindStarted(
      trx,
      chunk.map(({ transfer_id }) => transfer_id),
    );
    const rows = chunk.map((each) => ({ ...each, amount: each.amount.toString() }));
    await trx.raw(UPSERT, { due: JSON.stringify(rows), now: new Date(now), chainId, address, side });
  }
}

/**
 * A refund may have been sent before the service recorded it. Returned stakes and interest are known only once they are due, so an
 * earlier transfer, for example one that was sent twice, cannot pay them. 100 blocks are tolerated for reorganisations.
 */
const UPSERT = `
  with input as (
    select * from jsonb_to_recordset(cast(:due as jsonb)) as due (transfer_id bigint, kind text, reason text, about uuid,
      recipient text, amount numeric, from_block bigint)
  ), due as (
    select transfer_id, kind, reason, about, recipient, amount, case when kind = 'REFUND' then from_block
      else greatest(from_block, (select block_number - 100 from ledger_cursors as cursor
        where cursor.chain_id = :chainId and cursor.address = :address and cursor.side = :side)) end as from_block
    from input
  ), rest as (
    select due.*, due.amount - coalesce((select sum(started.amount) from payouts as started
      where started.transfer_id = due.transfer_id and started.kind = due.kind and started.begun_at is not null), 0) as unpaid
    from due
  ), removed as (
    delete from payouts as p using rest where p.transfer_id = rest.transfer_id and p.kind = rest.kind
      and p.begun_at is null and rest.unpaid <= 0
  )
  insert into payouts (transfer_id, kind, reason, about, recipient, amount, from_block, due_at)
  select transfer_id, kind, reason, about, recipient, unpaid, from_block, :now from rest where unpaid > 0
  on conflict (transfer_id, kind) where begun_at is null
    do update set amount = excluded.amount, reason = excluded.reason, about = excluded.about`;

/**
 * Locks the payouts of these transfers until the transaction ends, so that no admin can start one in between.
 * @returns the transfers with a started payout: money may have been sent back for them
 */
export async function lockAndFindStarted(
  trx: Knex.Transaction,
  transferIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await query<{ transfer_id: number; started: boolean }>(
    trx,
    `select transfer_id, begun_at is not null as started from payouts where transfer_id = any(?::bigint[])
     order by id for update`,
    [[...transferIds]],
  );
  return new Set(rows.filter(({ started }) => started).map(({ transfer_id }) => transfer_id));
}

/**
 * Locks the payouts for the incoming transfers of these transactions, in the order in which `reconcile` updates payouts. Pass
 * all transactions in one call to avoid deadlocks.
 */
export async function lockPayoutsFor(
  trx: Knex.Transaction,
  { chainId }: Book,
  hashes: readonly string[],
): Promise<void> {
  await trx.raw(
    `select from payouts where transfer_id in
       (select id from ledger_transfers where chain_id = ? and tx_hash = any(?::text[])) order by id for update`,
    [chainId, [...hashes]],
  );
}

/** True if an incoming transfer of this transaction has a payout that is not started. */
export async function hasUnstartedPayout(db: Knex, { chainId }: Book, hash: string): Promise<boolean> {
  const found = await queryOne(
    db,
    `select 1 from payouts join ledger_transfers as t on t.id = transfer_id
     where t.chain_id = ? and t.tx_hash = ? and begun_at is null limit 1`,
    [chainId, hash],
  );
  return found !== undefined;
}

export interface PayoutFilter {
  kind: Payout['kind'] | null;
  state: Payout['state'] | null;
  /** Substring of the recipient or of a hash, or the id; empty matches everything. */
  search: string;
  /** Subject ids that match in addition to `search`. */
  about: readonly string[];
}

const MATCHES = `(cast(:kind as text) is null or p.kind = :kind) and (cast(:state as text) is null or p.state = :state)
  and (:search = '' or position(:search in p.recipient) > 0 or position(:search in p.tx_hash) > 0
    or position(:search in t.tx_hash) > 0 or cast(p.id as text) = :search or p.about = any(cast(:about as uuid[])))
  and ${NOT_ORPHANED}`;

const toBindings = ({ kind, state, search, about }: PayoutFilter) => ({
  kind,
  state,
  search: search.toLowerCase(),
  about: [...about],
});

/** One page of payouts, latest due first. Due payouts for orphaned transfers are omitted. */
export async function listPayouts(
  db: Knex,
  filter: PayoutFilter,
  { limit, after }: { limit: number; after: Position | null },
): Promise<StoredPayout[]> {
  const from = after === null ? '' : 'and (p.due_at, p.id) < (:due_at, cast(:id as uuid))';
  const rows = await query<Row>(
    db,
    `${SELECT} where ${MATCHES} ${from} order by p.due_at desc, p.id desc limit :limit`,
    { ...toBindings(filter), limit, ...(after ? { due_at: new Date(after.at), id: after.id } : {}) },
  );
  return rows.map(toPayout);
}

/** Number of payouts, and the sum in wei of those not yet confirmed on the chain. */
export async function computeTotals(
  db: Knex,
  filter: PayoutFilter,
): Promise<{ total: number; unpaid: bigint }> {
  const counted = await queryOne<{ total: number; unpaid: string }>(
    db,
    `select count(*) as total, coalesce(sum(p.amount) filter (where p.state <> 'CONFIRMED'), 0) as unpaid
     from ${PAYOUTS} where ${MATCHES}`,
    toBindings(filter),
  );
  return { ...counted!, unpaid: BigInt(counted!.unpaid) };
}

/** Finds the refunds of a wallet whose subject is known, earliest due first. */
export async function findRefunds(db: Database, wallet: string) {
  type Refund = Pick<Payout, 'reason' | 'state' | 'tx_hash'> & { about: string; amount: string };
  const rows = await preparedQuery<Refund>(
    db,
    'refunds-of-wallet',
    `select p.about, p.reason, p.state, p.amount, p.tx_hash
     from payouts as p where p.recipient = ? and p.kind = 'REFUND' and p.about is not null and ${NOT_ORPHANED}
     order by p.due_at, p.id`,
    [wallet],
  );
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

/** Counts the payouts that must still be paid or confirmed. */
export async function countOpen(db: Knex): Promise<number> {
  const counted = await queryOne<{ n: number }>(
    db,
    `select count(*) as n from payouts as p where p.state <> 'CONFIRMED' and ${NOT_ORPHANED}`,
  );
  return counted!.n;
}
