import { TouchlineError } from '@touchline/api/errors';
import type { Knex } from 'knex';
import type { Hex } from 'viem';
import { lockTransactions } from '../ledger.store.ts';
import { filterByBook, recordTransfers } from '../record.ts';
import type { TransferReader } from '../transfer-reader.ts';
import { canPay } from './match.ts';
import type { BeginResult, Payout } from './payout.ts';
import { findPayout, lockPayout, type StoredPayout } from './payouts.store.ts';
import { type ReconcileDeps, reconcileIn } from './reconcile.ts';
import {
  lockMatching,
  markGivenUp,
  markPaid,
  markReported,
  markSending,
  markSent,
  releaseTransfer,
  findPayingTransfers,
} from './states.store.ts';

export interface StepDeps extends ReconcileDeps {
  transfers: TransferReader;
  /** Knows every transfer that we have sent up to now. */
  catchUp: () => Promise<void>;
}

/** Called in the transaction of a step that changed something. */
export type OnStep = (trx: Knex.Transaction, before: Payout, after: Payout) => Promise<void>;

const stale = (sentence: string) => new TouchlineError('STALE', sentence);
const payoutNotFound = () => new TouchlineError('NOT_FOUND', 'This payout does not exist, or is not owed any more.');

/**
 * DUE becomes SENDING, before money moves: what it gives back can never pay for anything again. The administrator who began
 * it gets it again; only the call that began it may send the money.
 * @throws TouchlineError NOT_FOUND, STALE, CHANGE_REFUSED, UPSTREAM_UNAVAILABLE
 */
export async function begin(deps: StepDeps, id: string, admin: string, onStep?: OnStep): Promise<BeginResult> {
  // Somebody may have paid without saying so.
  await deps.catchUp();
  const named = await findPayout(deps.db, id);
  if (!named) throw payoutNotFound();
  return deps.db.transaction(async (trx) => {
    // The lock under which the service decides what that transfer pays for.
    if (named.paid_with) await lockTransactions(trx, [named.paid_with.tx_hash]);
    const payout = await lockPayout(trx, id);
    if (!payout) throw payoutNotFound();
    if (payout.state === 'SENDING' && payout.begun_by === admin) return { payout, newly_begun: false };
    if (payout.state === 'SENDING') throw stale('Somebody else is paying this.');
    if (payout.state !== 'DUE') throw stale('This has been sent.');
    if (!isPayable(payout)) throw new TouchlineError('CHANGE_REFUSED', NOT_FINAL, { status: 422 });
    await markSending(trx, id, admin, deps.now());
    return { payout: await finishStep(trx, payout, onStep), newly_begun: true };
  });
}

const NOT_FINAL =
  'The payment that this gives back is not final: a reorganisation of the chain could remove it. Try again in half an hour.';

/** Money is sent only for what no reorganisation can remove. */
export const isPayable = ({ paid_with }: Payout) => paid_with === null || paid_with.state === 'FINAL';

/**
 * Names the transaction that pays: CONFIRMED if the chain has its transfer, else SENT until it does. Asked again it is the
 * same. A transaction that was never mined can be replaced by one that was.
 * @throws TouchlineError NOT_FOUND, STALE, TX_NOT_PAYMENT, TX_REVERTED, TX_ALREADY_USED, UPSTREAM_UNAVAILABLE
 */
export async function report(deps: StepDeps, id: string, hash: Hex, onStep?: OnStep): Promise<Payout> {
  const { db, book, transfers, now } = deps;
  const named = await findPayout(db, id);
  if (!named) throw payoutNotFound();
  const transaction = await transfers.byHash(hash);
  if (transaction.state === 'reverted')
    throw new TouchlineError('TX_REVERTED', 'This transaction failed on the chain: nothing was paid.');
  const found = transaction.state === 'mined' ? filterByBook(book, transaction.transfers) : [];
  if (transaction.state === 'mined' && !found.some((transfer) => canPay(transfer, named)))
    throw new TouchlineError(
      'TX_NOT_PAYMENT',
      'This transaction does not pay exactly this, from our wallet.',
    );
  if (found.length > 0)
    await db.transaction((trx) => recordTransfers(trx, book, { hash, found, floor: 1n, now: now() }));
  return db.transaction(async (trx) => {
    await lockMatching(trx);
    await reconcileIn(trx, deps);
    const payout = await lockPayout(trx, id);
    if (!payout) throw payoutNotFound();
    if (found.length > 0) await assignTransaction(trx, deps, payout, hash);
    else await savePendingReport(trx, payout, hash, now());
    return finishStep(trx, named, onStep);
  });
}

/** The chain has it. What the transfer was thought to pay is matched again. */
async function assignTransaction(
  trx: Knex.Transaction,
  deps: StepDeps,
  payout: StoredPayout,
  hash: Hex,
): Promise<void> {
  const { id, state, tx_hash, reported } = payout;
  if (state === 'CONFIRMED' && tx_hash === hash) return markReported(trx, id);
  if (state === 'CONFIRMED' && reported) throw stale('This has been paid with another transaction.');
  const fitting = await findPayingTransfers(trx, deps.book, hash, payout);
  // The others were found on the chain, and nobody said what they are for.
  const free = fitting.find((each) => each.pays === null) ?? fitting.find((each) => !each.reported);
  if (!free && fitting.length > 0)
    throw new TouchlineError('TX_ALREADY_USED', 'This transaction pays something else.');
  // A reorganisation has removed it since.
  if (!free) return savePendingReport(trx, payout, hash, deps.now());
  if (free.pays !== null) await releaseTransfer(trx, free.pays);
  if (state === 'CONFIRMED') await releaseTransfer(trx, id);
  const now = (await lockPayout(trx, id))!;
  await markPaid(trx, now, free.transfer, deps.now());
  await markReported(trx, id);
  await reconcileIn(trx, deps);
}

/** The chain does not have it (yet). */
async function savePendingReport(trx: Knex.Transaction, payout: StoredPayout, hash: Hex, now: number): Promise<void> {
  const { id, state, tx_hash } = payout;
  if (state === 'CONFIRMED') throw stale('This has been paid with another transaction.');
  if (state === 'DUE') throw stale('Nobody is paying this: begin first, then send.');
  if (state === 'SENT' && tx_hash !== hash) throw stale('This has been sent with another transaction.');
  if (state === 'SENDING') await markSent(trx, id, hash, now);
}

/**
 * No money has moved: SENDING becomes DUE, unless the chain has a transfer that pays it.
 * @throws TouchlineError NOT_FOUND, STALE, UPSTREAM_UNAVAILABLE
 */
export async function giveUp(deps: StepDeps, id: string, onStep?: OnStep): Promise<Payout> {
  await deps.catchUp();
  return deps.db.transaction(async (trx) => {
    const payout = await lockPayout(trx, id);
    if (!payout) throw payoutNotFound();
    if (payout.state === 'DUE') throw stale('Nobody is paying this.');
    if (payout.state !== 'SENDING') throw stale('This has been sent.');
    await markGivenUp(trx, id);
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
