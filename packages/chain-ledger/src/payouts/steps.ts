import { TouchlineError } from '@touchline/api/errors';
import type { Knex } from 'knex';
import type { Hex } from 'viem';
import { lockTransactions } from '../ledger.store.ts';
import { filterByBook, recordTransfers } from '../record.ts';
import type { FollowDeps } from '../scan.ts';
import type { Heads } from '../transfer.ts';
import { createLock } from './locks.ts';
import { canPay } from './match.ts';
import type { BeginResult, Payout } from './payout.ts';
import { findPayout, lockPayout, type StoredPayout } from './payouts.store.ts';
import { reconcileIn } from './reconcile.ts';
import {
  findPayingTransfers,
  lockMatching,
  markGivenUp,
  markPaid,
  markReported,
  markSending,
  markSent,
  releaseTransfer,
} from './states.store.ts';

export interface StepDeps extends FollowDeps {
  /** Reads every outgoing transfer up to the latest block. */
  catchUp: () => Promise<Heads>;
}

/** Called in the transaction of a step that changed the payout. */
export type OnStep = (trx: Knex.Transaction, before: Payout, after: Payout) => Promise<void>;

const stale = (sentence: string) => new TouchlineError('STALE', sentence);
const anotherPays = () => stale('Another administrator is already paying this.');
const payoutNotFound = () =>
  new TouchlineError('NOT_FOUND', 'This payout doesn’t exist, or is no longer due.');

/**
 * DUE becomes SENDING before money moves: from then on the incoming transfer can never pay for anything else. Repeating the
 * call as the same admin succeeds, but only the call with `newly_begun` may send the money.
 * @throws TouchlineError NOT_FOUND, STALE, CHANGE_REFUSED, UPSTREAM_UNAVAILABLE
 */
export async function begin(
  deps: StepDeps,
  id: string,
  admin: string,
  onStep?: OnStep,
): Promise<BeginResult> {
  // An admin may have paid without reporting it.
  await deps.catchUp();
  const current = await findPayout(deps.db, id);
  if (!current) throw payoutNotFound();
  return deps.db.transaction(async (trx) => {
    // The service decides under this lock what the incoming transfer pays for.
    if (current.paid_with) await lockTransactions(trx, [current.paid_with.tx_hash]);
    const payout = await lockPayout(trx, id);
    if (!payout) throw payoutNotFound();
    if (payout.state === 'SENDING' && payout.begun_by === admin) return { payout, newly_begun: false };
    if (payout.state === 'SENDING') throw anotherPays();
    if (payout.state !== 'DUE') throw stale('This payout has already been sent.');
    const rejection = payout.locked ? LOCKED : isFinal(payout) ? null : NOT_FINAL;
    if (rejection) throw new TouchlineError('CHANGE_REFUSED', rejection, { status: 422 });
    await markSending(trx, id, admin, deps.now());
    return { payout: await finishStep(trx, payout, onStep), newly_begun: true };
  });
}

const NOT_FINAL =
  'The incoming payment is not final yet, so a chain reorganisation could still remove it. Try again in half an hour.';

const LOCKED =
  'This payout was given up, and a transfer that was signed for it could still be mined. If it was sent, report it. Otherwise ' +
  'the payout can be started again when the transactions that the paying wallet may have signed are final, or after a day.';

/** Money is sent back only for an incoming transfer that no reorganisation can remove. */
const isFinal = ({ paid_with }: Payout) => paid_with === null || paid_with.state === 'FINAL';

/** True if the payout can be started. */
export const isPayable = (payout: Payout) => payout.state === 'DUE' && !payout.locked && isFinal(payout);

/**
 * Reports the paying transaction. The payout becomes CONFIRMED if its transfer is on the chain, else SENT until it is.
 * Repeating the call is harmless. A transaction that was never mined can be replaced by a mined one.
 * @throws TouchlineError NOT_FOUND, STALE, TX_NOT_PAYMENT, TX_REVERTED, TX_ALREADY_USED, UPSTREAM_UNAVAILABLE
 */
export async function report(deps: StepDeps, id: string, hash: Hex, onStep?: OnStep): Promise<Payout> {
  const { db, book, transfers, now } = deps;
  const current = await findPayout(db, id);
  if (!current) throw payoutNotFound();
  const transaction = await transfers.byHash(hash);
  if (transaction.state === 'reverted')
    throw new TouchlineError(
      'TX_REVERTED',
      'This transaction failed on the blockchain, so nothing was paid.',
    );
  const found = transaction.state === 'mined' ? filterByBook(book, transaction.transfers) : [];
  if (transaction.state === 'mined' && !found.some((transfer) => canPay(transfer, current)))
    throw new TouchlineError(
      'TX_NOT_PAYMENT',
      'This transaction is not a transfer of exactly this amount from our wallet.',
    );
  if (found.length > 0)
    await db.transaction((trx) => recordTransfers(trx, book, { hash, found, minAmount: 1n, now: now() }));
  return db.transaction(async (trx) => {
    await lockMatching(trx);
    await reconcileIn(trx, deps);
    const payout = await lockPayout(trx, id);
    if (!payout) throw payoutNotFound();
    if (found.length > 0) await assignTransaction(trx, deps, payout, hash);
    else await savePendingReport(trx, payout, hash, now());
    return finishStep(trx, current, onStep);
  });
}

/** Assigns a mined transaction to the payout. A payout that loses its transfer is matched again. */
async function assignTransaction(
  trx: Knex.Transaction,
  deps: StepDeps,
  payout: StoredPayout,
  hash: Hex,
): Promise<void> {
  const { id, state, tx_hash, reported } = payout;
  if (state === 'CONFIRMED' && tx_hash === hash) return markReported(trx, id);
  if (state === 'CONFIRMED' && reported) throw stale('This payout was paid with another transaction.');
  const fitting = await findPayingTransfers(trx, deps.book, hash, payout);
  // A transfer that was only found on the chain may be reassigned; a reported one may not.
  const free = fitting.find((each) => each.pays === null) ?? fitting.find((each) => !each.reported);
  if (!free && fitting.length > 0)
    throw new TouchlineError('TX_ALREADY_USED', 'This transaction already settles another payout.');
  // A reorganisation has removed the transfer in the meantime.
  if (!free) return savePendingReport(trx, payout, hash, deps.now());
  if (free.pays !== null) await releaseTransfer(trx, free.pays);
  if (state === 'CONFIRMED') await releaseTransfer(trx, id);
  const now = (await lockPayout(trx, id))!;
  await markPaid(trx, now, free.transfer, deps.now());
  await markReported(trx, id);
  await reconcileIn(trx, deps);
}

/** Saves a reported transaction that is not on the chain. */
async function savePendingReport(
  trx: Knex.Transaction,
  payout: StoredPayout,
  hash: Hex,
  now: number,
): Promise<void> {
  const { id, state, tx_hash, locked } = payout;
  if (state === 'CONFIRMED') throw stale('This payout was paid with another transaction.');
  if (state === 'DUE' && !locked)
    throw stale('This payout has not been started. Start it first, then send the tokens.');
  if (state === 'SENT' && tx_hash !== hash) throw stale('This payout was sent with another transaction.');
  if (state === 'SENDING' || state === 'DUE') await markSent(trx, id, hash, now);
}

/** A claim that its administrator releases. */
export interface ReleasedClaim {
  admin: string;
  /** `begun_at` of the claim if its transfer was never requested or was declined; null if a signed transfer may exist. */
  unsigned: number | null;
}

/**
 * Cancels a started payout: SENDING becomes DUE, unless the chain has a transfer that pays it. Unless nothing was signed, it is
 * locked until a transfer that was signed for it can no longer be mined. Only the administrator who started it knows what was
 * signed, so another one cannot cancel it. A wallet request of an earlier claim, for example on another device, tells nothing about
 * this one.
 * @throws TouchlineError NOT_FOUND, STALE, UPSTREAM_UNAVAILABLE
 */
export async function giveUp(
  deps: StepDeps,
  id: string,
  { admin, unsigned }: ReleasedClaim,
  onStep?: OnStep,
): Promise<Payout> {
  const heads = await deps.catchUp();
  const lock = unsigned !== null ? null : await createLock(deps, heads);
  return deps.db.transaction(async (trx) => {
    const payout = await lockPayout(trx, id);
    if (!payout) throw payoutNotFound();
    if (payout.state === 'DUE') throw stale('This payout has not been started.');
    if (payout.state !== 'SENDING') throw stale('This payout has already been sent.');
    if (payout.begun_by !== admin) throw anotherPays();
    if (unsigned !== null && unsigned !== payout.begun_at)
      throw stale('You have started this payout again since.');
    await markGivenUp(trx, id, lock);
    return finishStep(trx, payout, onStep);
  });
}

async function finishStep(
  trx: Knex.Transaction,
  before: StoredPayout,
  onStep: OnStep | undefined,
): Promise<Payout> {
  const payout = (await lockPayout(trx, before.id))!;
  if (onStep && changed(before, payout)) await onStep(trx, before, payout);
  return payout;
}

const changed = (before: Payout, after: Payout) =>
  before.state !== after.state || before.tx_hash !== after.tx_hash || before.begun_by !== after.begun_by;
