import { NOT_ORPHANED } from '@touchline/chain-ledger/payouts/payouts.store';
import { type Database, query, queryOne } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';

/** Debts of this service in one token, in wei. */
export interface TokenDebts {
  /** Lower case. */
  token: string;
  fees: bigint;
  guarantees: bigint;
  prizes: bigint;
}

/**
 * Sums fees and guarantees of the games that are not settled, and the unpaid prizes of the others, by prize token. Fees count in full,
 * because a cancelled game refunds them; a guarantee counts as far as it exceeds them. A game that lost its matches keeps its fees and may
 * return, without a guarantee until then; one that an administrator cancelled owes refunds instead. A prize that was paid after the block
 * is still a debt.
 */
export async function sumPrizeDebts(db: Knex, block: number): Promise<TokenDebts[]> {
  const rows = await query<{ token: string; fees: string; guarantees: string; prizes: string }>(
    db,
    `with open as (
       select id, lower(prize_plan -> 'token' ->> 'address') as token,
         case status when 'CANCELLED' then 0 else (prize_plan ->> 'guarantee')::numeric end as guarantee
       from games where cancelled_by is null and (prize_state is null or prize_state = 'REVIEW')
         and not (settlement = 'FINAL' and participants = 0)),
     paid as (
       select r.game_id, sum(r.fee) as fees from reservations as r join entries as e on e.id = r.entry_id
       where r.game_id in (select id from open) and r.entry_id is not null and e.suspended_at is null group by r.game_id),
     settled as (
       select lower(s.document -> 'plan' -> 'token' ->> 'address') as token, s.total - s.paid_amount as prizes
       from prize_settlements as s join games as g on g.id = s.game_id
       where s.settled_at is not null and g.prize_state in ('SETTLED', 'FUNDED'))
     select token, sum(fees) as fees, sum(guarantees) as guarantees, sum(prizes) as prizes from (
       select token, coalesce(fees, 0) as fees, greatest(0, guarantee - coalesce(fees, 0)) as guarantees, 0 as prizes
       from open left join paid on paid.game_id = open.id
       union all
       select token, 0, 0, prizes from settled
       union all
       select token, 0, 0, amount from vault_events where kind = 'PAID' and block_number > :block) as debts
     group by token`,
    { block },
  );
  return rows.map(({ token, fees, guarantees, prizes }) => ({
    token,
    fees: BigInt(fees),
    guarantees: BigInt(guarantees),
    prizes: BigInt(prizes),
  }));
}

/**
 * Sums the refunds that were not paid at the block, and the payments that no reservation explains yet, in wei.
 * @param funders senders whose transfers do not count as payments, in lower case
 */
export async function sumUnpaidRefunds(
  db: Knex,
  block: number,
  funders: ReadonlySet<string>,
): Promise<bigint> {
  const row = await queryOne<{ refunds: string }>(
    db,
    `select coalesce(sum(amount), 0) as refunds from (
       select p.amount from payouts as p left join ledger_outgoing as o on o.id = p.outgoing_id
       where (p.state <> 'CONFIRMED' or o.block_number > :block) and ${NOT_ORPHANED}
       union all
       select amount from ledger_transfers where not assigned and state <> 'ORPHANED' and sender <> all(:funders)) as debts`,
    { block, funders: [...funders] },
  );
  return BigInt(row!.refunds);
}

/** A game that stays closed until the reserves cover its guarantee. */
export interface UncoveredGame {
  id: string;
  /** Lower case. */
  token: string;
  /** Wei. */
  guarantee: string;
}

/** Finds the uncovered games that are neither cancelled nor final, earliest start first. */
export function findUncoveredGames(db: Database): Promise<UncoveredGame[]> {
  return query(
    db,
    `select id, lower(prize_plan -> 'token' ->> 'address') as token, prize_plan ->> 'guarantee' as guarantee
     from games where not prizes_covered and status <> 'CANCELLED' and settlement <> 'FINAL' order by start_time, id`,
  );
}
