import { setTimeout as sleep } from 'node:timers/promises';
import { lockGame } from '../games/games.store.ts';
import { markChecked, submittedReservations } from '../reservations/reservations.store.ts';
import { expireHolds, gamesWithExpiredHolds } from '../reservations/seats.store.ts';
import { assignTransfers } from './assign.ts';
import { recheck } from './finality.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { countOpenPayments } from './refunds.store.ts';
import { scan } from './scan.ts';
import { countSuspended, followPayments } from './suspensions.ts';
import { verify } from './verify.ts';

/** As long as a block takes. */
export const POLL_MS = 2_000;
/** Submitted hashes looked at per tick, and at the same time. */
const BATCH = 50;
const AT_ONCE = 5;
/** How often it looks at everything, which takes long when there is much. */
const THOROUGH_EVERY_MS = 60_000;

/**
 * The one who looks after payments, on whichever replica holds the lock, until `signal` aborts: ends holds, finishes
 * reservations whose browser went away, reads the chain, lists what is owed back, and suspends what a reorganisation took.
 * Everything it knows is in the database, so that it goes on where another one died.
 */
export async function runPayments(deps: PaymentDeps, signal: AbortSignal): Promise<void> {
  const { log } = deps;
  let failing = false;
  let thoroughAt = -THOROUGH_EVERY_MS;
  while (!signal.aborted) {
    let more = false;
    try {
      const thorough = performance.now() - thoroughAt > THOROUGH_EVERY_MS;
      more = await tick(deps, thorough, signal);
      if (thorough) {
        thoroughAt = performance.now();
        await count(deps).catch((error: unknown) => log.warn({ err: error }, 'payments not counted'));
      }
      if (failing) log.info('payments are looked after again');
      failing = false;
    } catch (error) {
      if (!failing) log.warn({ err: error }, 'payments cannot be looked after, trying again');
      failing = true;
    }
    if (!more) await sleep(deps.pollMs, undefined, { signal }).catch(() => {});
  }
}

/** True when the chain has more to read at once. */
async function tick(deps: PaymentDeps, thorough: boolean, signal: AbortSignal): Promise<boolean> {
  await endHolds(deps);
  const heads = await deps.transfers.heads();
  await verifySubmitted(deps, signal);
  const more = await scan(deps, heads.latest);
  await recheck(deps, heads, thorough);
  await followPayments(deps);
  // Only with everything read can it be said that nobody reserved for a transfer, or that nobody paid.
  await assignTransfers(deps);
  return more;
}

/** A game that is too busy for it keeps nobody else's payment waiting. */
async function endHolds({ db, changeGame, now, log }: PaymentDeps): Promise<void> {
  for (const game of await gamesWithExpiredHolds(db, now()))
    await changeGame(game, async (trx) => {
      await lockGame(trx, game);
      await expireHolds(trx, now(), { game });
    }).catch((error: unknown) => log.warn({ err: error, game }, 'holds not ended, trying again'));
}

/** Counting looks at every payment, so it is done once in a while. */
async function count({ db, metrics }: PaymentDeps): Promise<void> {
  metrics.refundsDue(await countOpenPayments(db));
  metrics.suspended(await countSuspended(db));
}

async function verifySubmitted(deps: PaymentDeps, signal: AbortSignal): Promise<void> {
  const waiting = await submittedReservations(deps.db, BATCH);
  while (waiting.length > 0 && !signal.aborted)
    await Promise.all(
      waiting.splice(0, AT_ONCE).map(async (reservation) => {
        await markChecked(deps.db, reservation.id, deps.now());
        await verify(deps, reservation).catch((error: unknown) =>
          deps.log.warn({ err: error, reservation: reservation.id }, 'a payment could not be verified'),
        );
      }),
    );
}
