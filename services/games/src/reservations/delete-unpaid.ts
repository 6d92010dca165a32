import type { Ledger } from '@touchline/chain-ledger/ledger';
import { type Database, query, queryOne } from '@touchline/service-kit/data/database';
import type { GameWrites } from '../games/game-writes.ts';
import { REVIVAL_MS } from './reservation.ts';

interface DeleteDeps {
  db: Database;
  writes: Pick<GameWrites, 'run'>;
  ledger: Pick<Ledger, 'findScannedBlock'>;
}

/** Age at which an ended reservation without a payment is deleted. Far longer than `REVIVAL_MS`, so that a late payment still finds its team. */
export const KEEP_UNPAID_MS = 7 * REVIVAL_MS;

/** Reservations deleted per transaction, which locks their game. */
const BATCH = 1_000;

/**
 * Condition for a reservation that no payment can belong to. It ended, no refund names it, and its wallet has no payment without a
 * decision. A submitted hash does not keep it, because a hash can be invented. Named parameter :before.
 */
const UNPAID = `r.state in ('EXPIRED', 'FAILED') and r.entry_id is null and r.created_at < :before
  and (r.submitted_at is null or r.submitted_at < :before)
  and not exists (select from payments where refund_for = r.id)
  and not exists (select from ledger_transfers as t where not t.assigned and t.sender = r.wallet_address)`;

/**
 * Deletes old unpaid reservations: wallets are free, so their number has no other limit. The age counts up to the latest payment that
 * was read from the chain: while the chain cannot be read, nothing is deleted.
 * @throws AggregateError with the failures of single games, after the deletions of the others
 */
export async function deleteUnpaidReservations({ db, writes, ledger }: DeleteDeps): Promise<void> {
  const read = await queryOne<{ at: number | null }>(
    db,
    'select max(block_time) as at from ledger_transfers where block_number <= ?',
    [await ledger.findScannedBlock()],
  );
  if (read?.at == null) return;
  const bindings = { before: new Date(read.at - KEEP_UNPAID_MS), batch: BATCH };
  const games = await query<{ id: string }>(
    db,
    `select distinct r.game_id as id from reservations as r where ${UNPAID}`,
    bindings,
  );
  const failures = new Map<string, unknown>();
  for (const { id } of games)
    await writes
      .run(id, (trx) =>
        trx.raw(
          `delete from reservations where id in (
             select r.id from reservations as r where r.game_id = :game and ${UNPAID} limit :batch)`,
          { ...bindings, game: id },
        ),
      )
      .catch((error: unknown) => failures.set(id, error));
  if (failures.size > 0)
    throw new AggregateError(
      failures.values(),
      `deletion failed in games ${[...failures.keys()].join(', ')}`,
    );
}
