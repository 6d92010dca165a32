import type { WalletFunds } from '@touchline/chain-ledger/payouts/wallet-funds';
import type { Database } from '@touchline/service-kit/data/database';
import { createAttempt, keepDoing } from '@touchline/service-kit/process/keep-doing';
import { inBackgroundSpan } from '@touchline/service-kit/process/traces';
import pLimit from 'p-limit';
import { deleteUnpaidReservations } from '../reservations/delete-unpaid.ts';
import type { Reservation } from '../reservations/reservation.ts';
import { findReservationsToVerify, markChecked } from '../reservations/reservations.store.ts';
import { expireHolds, findGamesWithExpiredHolds } from '../reservations/seats.store.ts';
import { type AssignDeps, assignTransfers } from './assign.ts';
import { countOpenPayments } from './open-payments.store.ts';
import { countSuspended, updateSuspensions } from './suspensions.ts';
import { verifyReservation } from './verify.ts';

/** About one block time. */
export const POLL_MS = 2_000;
/** Submitted hashes verified per round, and concurrently. */
const BATCH_SIZE = 50;
const CONCURRENCY = 10;
/** Counting reads every payment, so it runs less often. */
const COUNT_EVERY_MS = 60_000;
const DELETE_EVERY_MS = 60_000;

interface WorkerDeps extends AssignDeps {
  db: Database;
  funds: Pick<WalletFunds, 'updateMetrics'>;
  followPayouts: () => Promise<void>;
}

/**
 * Runs the payment jobs until `signal` aborts, on the one replica that holds the lock:
 * - ends expired holds,
 * - reads the chain and verifies submitted hashes, also when the browser has disconnected,
 * - records refunds and outgoing transfers,
 * - suspends entries whose payment was orphaned,
 * - deletes old reservations that were not paid.
 *
 * All state is in the database, so another replica can continue at any time.
 */
export function runPayments(deps: WorkerDeps, pollMs: number, signal: AbortSignal): Promise<void> {
  const { log } = deps;
  const job = { signal, log, failure: 'payment worker failed; will retry' };
  const attempt = createAttempt(job);
  let countedAt = Number.NEGATIVE_INFINITY;
  let deletedAt = Number.NEGATIVE_INFINITY;
  return keepDoing({ ...job, pauseMs: pollMs }, async () => {
    const more = await attempt('payments', () => round(deps, signal));
    await attempt('payouts', deps.followPayouts);
    if (performance.now() - countedAt >= COUNT_EVERY_MS) {
      countedAt = performance.now();
      await attempt('count', () => count(deps));
    }
    if (deps.now() - deletedAt >= DELETE_EVERY_MS) {
      deletedAt = deps.now();
      await attempt('unpaid reservations', () => deleteUnpaidReservations(deps));
    }
    return more;
  });
}

/** @returns true when more of the chain can be read immediately */
async function round(deps: WorkerDeps, signal: AbortSignal): Promise<boolean> {
  await endHolds(deps);
  const more = await deps.ledger.follow();
  await verifySubmitted(deps, signal);
  await updateSuspensions(deps);
  // Must follow the verification, because a transfer may belong to a reservation that was just verified.
  await assignTransfers(deps);
  return more;
}

/** Ends expired holds. A failure in one game does not delay the payments of others. */
async function endHolds({ db, writes, now, log }: WorkerDeps): Promise<void> {
  for (const game of await findGamesWithExpiredHolds(db, now()))
    await writes
      .run(game, (trx) => expireHolds(trx, now(), { game }))
      .catch((error: unknown) => log.warn({ err: error, game }, 'expired holds not ended; will retry'));
}

async function count({ db, payouts, funds, metrics }: WorkerDeps): Promise<void> {
  metrics.refundsDue.set(await countOpenPayments(db));
  metrics.unexplained.set(await payouts.countUnexplained());
  metrics.suspended.set(await countSuspended(db));
  await funds.updateMetrics();
}

async function verifySubmitted(deps: WorkerDeps, signal: AbortSignal): Promise<void> {
  const reservations = await findReservationsToVerify(deps.db, BATCH_SIZE, deps.now());
  const limit = pLimit(CONCURRENCY);
  await Promise.all(
    reservations.map((reservation) =>
      limit(async () => {
        if (!signal.aborted) await verify(deps, reservation);
      }),
    ),
  );
}

async function verify(deps: WorkerDeps, reservation: Reservation): Promise<void> {
  const run = async () => {
    await markChecked(deps.db, reservation.id, deps.now());
    await verifyReservation(deps, reservation);
  };
  await inBackgroundSpan('verify payment', run).catch((error: unknown) =>
    deps.log.warn({ err: error, reservation: reservation.id }, 'payment verification failed; will retry'),
  );
}
