import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@touchline/service-kit/database';
import { inBackgroundSpan } from '@touchline/service-kit/traces';
import { lockGame } from '../games/games.store.ts';
import { markChecked, findReservationsToVerify } from '../reservations/reservations.store.ts';
import { expireHolds, findGamesWithExpiredHolds } from '../reservations/seats.store.ts';
import { assignTransfers } from './assign.ts';
import { countOpenPayments } from './open-payments.store.ts';
import { countSuspended, updateSuspensions } from './suspensions.ts';
import { type VerifyDeps, verifyReservation } from './verify.ts';

/** As long as a block takes. */
export const POLL_MS = 2_000;
/** Submitted hashes verified per round, and at the same time. */
const BATCH_SIZE = 50;
const CONCURRENCY = 10;
/** What we send is read every so many rounds: what must know sooner asks itself. */
const ROUNDS_PER_PAYOUTS = 5;
/** Counting reads every payment, so it is done less often. */
const COUNT_EVERY_MS = 60_000;

interface WorkerDeps extends VerifyDeps {
  db: Database;
}

/**
 * The payment jobs, on the one replica that holds the lock, until `signal` aborts: ends holds, finishes reservations whose
 * browser went away, reads the chain, lists what is owed back and what was sent, and suspends entries whose payment was
 * orphaned. All of its
 * state is in the database, so another replica continues where this one stops.
 */
export async function runPayments(deps: WorkerDeps, pollMs: number, signal: AbortSignal): Promise<void> {
  const { log } = deps;
  let failing = false;
  let countedAt = Number.NEGATIVE_INFINITY;
  let payoutsIn = 0;
  while (!signal.aborted) {
    let more = false;
    try {
      more = await round(deps, signal);
      payoutsIn = payoutsIn > 0 ? payoutsIn - 1 : await followPayouts(deps);
      if (performance.now() - countedAt >= COUNT_EVERY_MS) {
        countedAt = performance.now();
        await count(deps).catch((error: unknown) => log.warn({ err: error }, 'payments not counted'));
      }
      if (failing) log.info('payment worker recovered');
      failing = false;
    } catch (error) {
      if (!failing) log.warn({ err: error }, 'payment worker failed, retrying');
      failing = true;
    }
    if (!more) await sleep(pollMs, undefined, { signal }).catch(() => {});
  }
}

/** @returns in how many rounds it is done again */
const followPayouts = async ({ payouts }: WorkerDeps) =>
  (await payouts.follow()) ? 0 : ROUNDS_PER_PAYOUTS - 1;

/** @returns whether there is more of the chain to read at once */
async function round(deps: WorkerDeps, signal: AbortSignal): Promise<boolean> {
  await endHolds(deps);
  const more = await deps.ledger.follow();
  await verifySubmitted(deps, signal);
  await updateSuspensions(deps.db, deps.changeGame, deps.now());
  // Only after reading: a transfer may belong to a reservation whose hash was just verified.
  await assignTransfers(deps);
  return more;
}

/** A game that is too busy does not delay the payments of others. */
async function endHolds({ db, changeGame, now, log }: WorkerDeps): Promise<void> {
  for (const game of await findGamesWithExpiredHolds(db, now()))
    await changeGame(game, async (trx) => {
      await lockGame(trx, game);
      await expireHolds(trx, now(), { game });
    }).catch((error: unknown) => log.warn({ err: error, game }, 'holds not ended, retrying'));
}

async function count({ db, payouts, metrics }: WorkerDeps): Promise<void> {
  metrics.refundsDue(await countOpenPayments(db));
  metrics.unexplained(await payouts.countUnexplained());
  metrics.suspended(await countSuspended(db));
}

async function verifySubmitted(deps: WorkerDeps, signal: AbortSignal): Promise<void> {
  const waiting = await findReservationsToVerify(deps.db, BATCH_SIZE, deps.now());
  while (waiting.length > 0 && !signal.aborted)
    await Promise.all(
      waiting.splice(0, CONCURRENCY).map(async (reservation) => {
        await markChecked(deps.db, reservation.id, deps.now());
        await inBackgroundSpan('verify payment', () => verifyReservation(deps, reservation)).catch((error: unknown) =>
          deps.log.warn({ err: error, reservation: reservation.id }, 'payment not verified, retrying'),
        );
      }),
    );
}
