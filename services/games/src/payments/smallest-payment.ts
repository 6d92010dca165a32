import { tokensToWei } from '@touchline/rules/tokens';
import { queryOne } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';

/** Payments for a game are listed regardless of their size until this long after its end. */
const LATE_MS = 7 * 86_400_000;

/**
 * Finds the amount in wei below which a transfer to the treasury is dust: `smallest`, or the lowest entry fee if that is less.
 * @param now epoch ms
 */
export async function findSmallestPayment(db: Knex, smallest: bigint, now: number): Promise<bigint> {
  const row = await queryOne<{ fee: string | null }>(
    db,
    'select min(entry_fee)::text as fee from games where entry_fee > 0 and end_time > ?',
    [new Date(now - LATE_MS)],
  );
  const fee = row?.fee ? tokensToWei(row.fee) : smallest;
  return fee < smallest ? fee : smallest;
}
