import { tokensToWei } from '@touchline/rules/tokens';
import { queryOne } from '@touchline/service-kit/database';
import type { Knex } from 'knex';

/** A payment for a game that ended this long ago is still listed, however small its fee. */
const LATE_MS = 7 * 86_400_000;

/**
 * Below how many wei a transfer to the treasury is dust: `smallest`, unless a game costs less.
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
