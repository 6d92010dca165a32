import type { Knex } from 'knex';

/** Moves the stake of a transfer from one state to another; false when it has none in that state. */
export async function moveStake(
  trx: Knex.Transaction,
  transferId: number,
  from: 'ACTIVE' | 'SUSPENDED',
  to: 'ACTIVE' | 'SUSPENDED',
): Promise<boolean> {
  const { rowCount } = await trx.raw('update stakes set state = ? where transfer_id = ? and state = ?', [
    to,
    transferId,
    from,
  ]);
  return rowCount > 0;
}
