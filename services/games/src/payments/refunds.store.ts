import type { RefundState } from '@touchline/api/events/refunds';
import type { TransferState } from '@touchline/chain-ledger/stored-transfer';
import { tokensOf } from '@touchline/rules/tokens';
import { query, queryOne } from '@touchline/service-kit/database';
import type { Knex } from 'knex';
import type { RefundReason } from './payment.ts';

/** A payment that an admin has to look at. */
export interface OpenPayment {
  tx_hash: string;
  log_index: number;
  /** The wallet that paid and is paid back, never an address that somebody typed. */
  sender: string;
  /** Whole FOOTBALL: what arrived, and how much of it is owed back. */
  amount: string;
  refund: string;
  /** UNMATCHED: still being matched. OVERPAID: the entry stands, the surplus is owed. */
  reason: RefundReason | 'UNMATCHED' | 'OVERPAID';
  /** What it was meant for, as far as known. */
  game_id: string | null;
  reservation_id: string | null;
  state: TransferState;
  /** Epoch ms. */
  paid_at: number;
}

/** All of a payment is owed if its game was cancelled afterwards, the surplus if its game stands. */
const OPEN = `select t.tx_hash, t.log_index, t.sender, t.amount, r.game_id, r.id as reservation_id, t.state,
    t.block_time as paid_at,
    case when p.reservation_id is null then coalesce(p.refund_reason, 'UNMATCHED')
      when games.status = 'CANCELLED' then 'GAME_CANCELLED' else 'OVERPAID' end as reason,
    case when p.reservation_id is null or games.status = 'CANCELLED' then t.amount else p.surplus end
      - coalesce((select sum(amount) from refunds where transfer_id = t.id and state in ('SENT', 'CONFIRMED')), 0) as refund
  from ledger_transfers as t
  left join payments as p on p.transfer_id = t.id
  left join reservations as r on r.id = coalesce(p.reservation_id, p.refund_for)
  left join games on games.id = r.game_id
  where t.state <> 'ORPHANED' and (p.reservation_id is null or p.surplus > 0 or games.status = 'CANCELLED')`;

/** Everything that has not been paid back. */
const DUE = `select * from (${OPEN}) as open where refund > 0`;

/** Every payment that is owed back or cannot be matched, the latest first. */
export async function openPayments(
  db: Knex,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<OpenPayment[]> {
  const rows = await query<OpenPayment>(
    db,
    `${DUE} order by paid_at desc, tx_hash, log_index limit ? offset ?`,
    [limit, offset],
  );
  return rows.map((row) => ({
    ...row,
    amount: tokensOf(BigInt(row.amount)),
    refund: tokensOf(BigInt(row.refund)),
  }));
}

export async function countOpenPayments(db: Knex): Promise<number> {
  return (await queryOne<{ n: number }>(db, `select count(*) as n from (${DUE}) as due`))!.n;
}

export interface StoredRefund {
  tx_hash: string;
  log_index: number;
  /** The wallet that paid. */
  recipient: string;
  /** Wei. */
  amount: bigint;
  reason: string;
  state: RefundState;
  refund_hash: string | null;
}

type Named = Pick<StoredRefund, 'tx_hash' | 'log_index'>;

/** What can be paid back for a payment: decided, final on the chain, and of a game only once a person cancelled it. */
export async function findDue(
  trx: Knex.Transaction,
  { tx_hash, log_index }: Named,
): Promise<Pick<StoredRefund, 'recipient' | 'amount' | 'reason'> | null> {
  const due = await queryOne<{ sender: string; refund: string; reason: string }>(
    trx,
    `select sender, refund, reason from (${DUE}) as due
     where tx_hash = ? and log_index = ? and reason <> 'UNMATCHED' and state = 'FINAL'
       and (reason <> 'GAME_CANCELLED' or exists (
         select from games where games.id = due.game_id and (status <> 'CANCELLED' or cancelled_by is not null)))`,
    [tx_hash, log_index],
  );
  return due ? { recipient: due.sender, amount: BigInt(due.refund), reason: due.reason } : null;
}

/** The latest refund of a payment. */
export async function findRefund(
  trx: Knex.Transaction,
  { tx_hash, log_index }: Named,
): Promise<StoredRefund | null> {
  const row = await queryOne<Omit<StoredRefund, 'amount'> & { amount: string }>(
    trx,
    `select tx_hash, log_index, refunds.recipient, refunds.amount, reason, refunds.state, refund_hash
     from refunds join ledger_transfers on id = transfer_id
     where tx_hash = ? and log_index = ? order by begun_at desc limit 1`,
    [tx_hash, log_index],
  );
  return row ? { ...row, amount: BigInt(row.amount) } : null;
}

export async function insertRefund(
  trx: Knex.Transaction,
  { tx_hash, log_index, recipient, amount, reason }: StoredRefund,
  admin: string,
  now: number,
): Promise<void> {
  await trx.raw(
    `insert into refunds (transfer_id, reason, recipient, amount, state, admin, begun_at)
     select id, :reason, :recipient, :amount, 'SENDING', :admin, :now from ledger_transfers
     where tx_hash = :tx_hash and log_index = :log_index
     on conflict (transfer_id, reason) do update set state = 'SENDING', amount = excluded.amount, admin = excluded.admin,
       begun_at = excluded.begun_at where refunds.state = 'DUE'`,
    { tx_hash, log_index, recipient, amount: amount.toString(), reason, admin, now: new Date(now) },
  );
}

export async function updateRefund(trx: Knex.Transaction, refund: StoredRefund, now: number): Promise<void> {
  await trx.raw(
    `update refunds set state = :state, refund_hash = :refund_hash,
       sent_at = case when :state in ('SENT', 'CONFIRMED') then coalesce(sent_at, :now) end,
       confirmed_at = case when :state = 'CONFIRMED' then cast(:now as timestamptz) end
     where reason = :reason and transfer_id = (
       select id from ledger_transfers where tx_hash = :tx_hash and log_index = :log_index)`,
    {
      state: refund.state,
      refund_hash: refund.refund_hash,
      reason: refund.reason,
      tx_hash: refund.tx_hash,
      log_index: refund.log_index,
      now: new Date(now),
    },
  );
}
