import type { TransferState } from '@touchline/chain-ledger/stored-transfer';
import { query, queryOne } from '@touchline/service-kit/data/database';
import type { Position } from '@touchline/service-kit/http/cursor-page';
import type { Knex } from 'knex';
import type { RefundReason } from './payment.ts';

/** A payment that is unmatched or due for a refund. Amounts in wei. */
export interface OpenPayment {
  transfer_id: number;
  tx_hash: string;
  log_index: number;
  sender: string;
  /** Amount of the transfer, and the amount to refund. */
  amount: bigint;
  refund: bigint;
  /** UNMATCHED: still being matched. OVERPAID: the entry is valid and only the surplus is refunded. */
  reason: RefundReason | 'UNMATCHED' | 'OVERPAID';
  /** The game it was probably meant for, if known. */
  game_id: string | null;
  reservation_id: string | null;
  state: Exclude<TransferState, 'ORPHANED'>;
  /** Epoch ms. */
  paid_at: number;
  /** The payout that refunds it; the latest if there are several. */
  payout_id: string | null;
}

/** Starts from two small sets for speed: unassigned transfers, and payouts that are not confirmed. */
const OPEN = `
  from (
    select id as transfer_id, null as payout_id, amount as refund, 'UNMATCHED' as reason
    from ledger_transfers where not assigned
    union all
    select transfer_id, (array_agg(id order by due_at desc, id))[1], sum(amount), (array_agg(reason order by due_at desc, id))[1]
    from payouts where state <> 'CONFIRMED' and transfer_id is not null group by transfer_id
  ) as open
  join ledger_transfers as t on t.id = open.transfer_id
  left join payments as p on p.transfer_id = t.id
  left join reservations as r on r.id = coalesce(p.reservation_id, p.refund_for)
  left join games on games.id = r.game_id
  where t.state <> 'ORPHANED'`;

export interface OpenPaymentFilter {
  only: 'unmatched' | 'refund_due' | null;
  /** Substring of a wallet, a hash or the name of a game; empty for all. */
  search: string;
}

const FILTER = `and (cast(:only as text) is null or (payout_id is null) = (:only = 'unmatched'))
  and (:search = '' or position(:search in t.sender) > 0 or position(:search in t.tx_hash) > 0
    or position(:search in lower(games.name)) > 0)`;

const toBindings = ({ only, search }: OpenPaymentFilter) => ({ only, search: search.toLowerCase() });

/** Finds a page of open payments, latest first. */
export async function findOpenPayments(
  db: Knex,
  filter: OpenPaymentFilter,
  { limit, after }: { limit: number; after: Position | null },
): Promise<OpenPayment[]> {
  const from = after === null ? '' : 'and (t.block_time, t.id) < (:paid_at, cast(:transfer_id as bigint))';
  const rows = await query<Omit<OpenPayment, 'amount' | 'refund'> & { amount: string; refund: string }>(
    db,
    `select open.transfer_id, t.tx_hash, t.log_index, t.sender, t.amount, open.refund, open.reason, r.game_id,
       r.id as reservation_id, t.state, t.block_time as paid_at, payout_id ${OPEN} ${FILTER} ${from}
     order by t.block_time desc, t.id desc limit :limit`,
    {
      ...toBindings(filter),
      limit,
      ...(after ? { paid_at: new Date(after.at), transfer_id: after.id } : {}),
    },
  );
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount), refund: BigInt(row.refund) }));
}

export async function countOpenPayments(
  db: Knex,
  filter: OpenPaymentFilter = { only: null, search: '' },
): Promise<number> {
  const row = await queryOne<{ n: number }>(db, `select count(*) as n ${OPEN} ${FILTER}`, toBindings(filter));
  return row!.n;
}
