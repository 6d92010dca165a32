import { NOT_ORPHANED } from '@touchline/chain-ledger/payouts/payouts.store';
import { queryOne } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';
import { sumInterest } from './stakes.store.ts';

/** Debts of the staking wallet in wei. */
interface Liabilities {
  /** Principal of active stakes, and of unlocked ones that is not returned. */
  stakes: bigint;
  /** Interest that active stakes have earned until now, and unpaid interest of unlocked ones. */
  interest: bigint;
  /** Refunds, and received transfers whose use is not decided. */
  refunds: bigint;
}

/**
 * Sums everything that the staking wallet owed at a block that has been read. A transfer that was received after it is not a debt
 * yet, and a payout that was sent after it still is one.
 * @param funders senders whose transfers are top-ups, in lower case
 */
export async function sumLiabilities(
  db: Knex,
  { block, funders, now }: { block: number; funders: ReadonlySet<string>; now: number },
): Promise<Liabilities> {
  const row = await queryOne<Record<keyof Liabilities, string>>(
    db,
    `with active as (
       select coalesce(sum(t.amount), 0) as principal, ${sumInterest('least(lock_end, :now)')} as interest
       from stakes join ledger_transfers as t on t.id = transfer_id where stakes.state = 'ACTIVE'
         and block_number <= :block),
     due as (
       select coalesce(sum(p.amount) filter (where kind = 'STAKE_RETURN'), 0) as principal,
         coalesce(sum(p.amount) filter (where kind = 'INTEREST'), 0) as interest,
         coalesce(sum(p.amount) filter (where kind = 'REFUND'), 0) as refunds
       from payouts as p join ledger_transfers as t on t.id = p.transfer_id
         left join ledger_outgoing as o on o.id = p.outgoing_id
       where t.block_number <= :block and (p.state <> 'CONFIRMED' or o.block_number > :block) and ${NOT_ORPHANED}),
     undecided as (
       select coalesce(sum(amount), 0) as amount from ledger_transfers
       where block_number <= :block and not assigned and state <> 'ORPHANED' and sender <> all(:funders))
     select active.principal + due.principal as stakes, active.interest + due.interest as interest,
       due.refunds + undecided.amount as refunds
     from active, due, undecided`,
    { block, funders: [...funders], now: new Date(now) },
  );
  return { stakes: BigInt(row!.stakes), interest: BigInt(row!.interest), refunds: BigInt(row!.refunds) };
}
