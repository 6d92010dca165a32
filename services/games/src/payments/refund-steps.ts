import { TouchlineError } from '@touchline/api/errors';
import { gameChanged } from '@touchline/api/events/games';
import {
  beginRefund,
  cancelGame,
  giveUpRefund,
  type Refund,
  type RefundState,
  reportRefund,
} from '@touchline/api/events/refunds';
import type { Ledger } from '@touchline/chain-ledger/ledger';
import type { TransferReader } from '@touchline/chain-ledger/transfer-reader';
import { tokensOf } from '@touchline/rules/tokens';
import { answer } from '@touchline/service-kit/ask';
import type { Bus } from '@touchline/service-kit/bus';
import type { Database } from '@touchline/service-kit/database';
import { writeOutbox } from '@touchline/service-kit/outbox';
import type { Knex } from 'knex';
import type { ChangeGame } from '../games/game-queue.ts';
import { cancelFor } from '../games/games.store.ts';
import { findDue, findRefund, insertRefund, type StoredRefund, updateRefund } from './refunds.store.ts';

export interface RefundDeps {
  db: Database;
  changeGame: ChangeGame;
  ledger: Pick<Ledger, 'lock'>;
  transfers: TransferReader;
  /** Refunds are paid from here. */
  treasury: string;
  now: () => number;
}

type Named = { tx_hash: string; log_index: number };

/** Answers the administrators' questions about refunds. */
export function answerRefunds(bus: Bus, deps: RefundDeps): void {
  answer(bus, beginRefund, (asked) => begin(deps, asked, asked.admin));
  answer(bus, reportRefund, (asked) => report(deps, asked, asked.refund_hash as `0x${string}`));
  answer(bus, giveUpRefund, (asked) => giveUp(deps, asked));
  answer(bus, cancelGame, async ({ game_id, admin }) => {
    await deps.changeGame(game_id, async (trx) => {
      if (!(await cancelFor(trx, game_id, admin)))
        throw new TouchlineError('NOT_FOUND', 'This game does not exist or is over.');
      await writeOutbox(trx, gameChanged, { game_id });
    });
    return { status: 'CANCELLED' as const };
  });
}

/** From here on the payment can never pay for an entry. @throws TouchlineError STALE, NOT_FOUND */
export async function begin(deps: RefundDeps, named: Named, admin: string): Promise<Refund> {
  return locked(deps, named, async (trx) => {
    const due = await findDue(trx, named);
    if (!due) throw new TouchlineError('NOT_FOUND', 'Nothing is due for this payment.');
    const before = await findRefund(trx, named);
    if (before?.state === 'SENDING') throw new TouchlineError('STALE', 'This refund is being paid already.');
    const refund: StoredRefund = { ...named, ...due, state: 'SENDING', refund_hash: null };
    await insertRefund(trx, refund, admin, deps.now());
    return wire(refund);
  });
}

/** @throws TouchlineError STALE, TX_NOT_PAYMENT, UPSTREAM_UNAVAILABLE */
export async function report(deps: RefundDeps, named: Named, hash: `0x${string}`): Promise<Refund> {
  const transaction = await deps.transfers.byHash(hash);
  return locked(deps, named, async (trx) => {
    const refund = await findRefund(trx, named);
    if (refund?.state === 'CONFIRMED' && refund.refund_hash === hash) return wire(refund);
    if (refund?.state !== 'SENDING' && refund?.state !== 'SENT')
      throw new TouchlineError('STALE', 'This refund is not being paid.');
    const paid =
      transaction.state === 'mined' &&
      transaction.transfers.some(
        ({ sender, recipient, amount }) =>
          sender === deps.treasury && recipient === refund.recipient && amount === refund.amount,
      );
    if (!paid && transaction.state !== 'missing')
      throw new TouchlineError('TX_NOT_PAYMENT', 'This transaction does not pay the refund.');
    // A hash that was never mined may be replaced, but only by a transfer that the chain has.
    if (!paid && refund.state === 'SENT' && refund.refund_hash !== hash)
      throw new TouchlineError('STALE', 'This refund has been sent with another transaction.');
    return move(trx, refund, paid ? 'CONFIRMED' : 'SENT', hash, deps.now());
  });
}

/** @throws TouchlineError STALE once a hash is known: money may have moved */
export async function giveUp(deps: RefundDeps, named: Named): Promise<Refund> {
  return locked(deps, named, async (trx) => {
    const refund = await findRefund(trx, named);
    if (refund?.state !== 'SENDING') throw new TouchlineError('STALE', 'This refund is not being paid.');
    return move(trx, refund, 'DUE', null, deps.now());
  });
}

async function move(
  trx: Knex.Transaction,
  refund: StoredRefund,
  state: RefundState,
  refund_hash: string | null,
  now: number,
): Promise<Refund> {
  const moved = { ...refund, state, refund_hash };
  await updateRefund(trx, moved, now);
  return wire(moved);
}

/** The lock under which the payment worker decides what the payment is for. */
const locked = <T>(
  { db, ledger }: RefundDeps,
  { tx_hash }: Named,
  work: (trx: Knex.Transaction) => Promise<T>,
) =>
  db.transaction(async (trx) => {
    await ledger.lock(trx, tx_hash);
    return work(trx);
  });

const wire = ({ tx_hash, log_index, recipient, amount, reason, state }: StoredRefund): Refund => ({
  tx_hash,
  log_index,
  recipient,
  amount: tokensOf(amount),
  reason,
  state,
});
