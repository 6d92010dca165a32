import { setTimeout as sleep } from 'node:timers/promises';
import { TouchlineError } from '@touchline/api/errors';
import type { Transaction } from '@touchline/chain-ledger/transfer';
import { lockGame } from '../games/games.store.ts';
import type { Reservation } from '../reservations/reservation.ts';
import { endReservation, lockReservation } from '../reservations/reservations.store.ts';
import { releaseSeat } from '../reservations/seats.store.ts';
import { credit, fail, type Outcome } from './credit.ts';
import type { PaymentDeps } from './payment-deps.ts';

/** Longer than this nobody waits for the chain; the worker goes on asking. */
const PATIENCE_MS = 8_000;
const PENDING: Outcome = { state: 'PENDING' };

/** Asks the chain about the hash of a reservation that is SUBMITTED, and acts on the answer. */
export async function verify(deps: PaymentDeps, reservation: Reservation): Promise<Outcome> {
  const hash = reservation.tx_hash!;
  const transaction = await look(deps, hash);
  if (transaction === null) return PENDING;
  if (transaction.state === 'missing') {
    await giveUpAfterHold(deps, reservation);
    return PENDING;
  }
  if (transaction.state === 'reverted') return reverted(deps, reservation);
  if (transaction.confirmations < deps.confirmations) return PENDING;
  return credit(deps, reservation, hash, transaction.transfers);
}

/** Null while no RPC can tell. */
async function look({ transfers, log }: PaymentDeps, hash: `0x${string}`): Promise<Transaction | null> {
  const patience = new AbortController();
  try {
    return await Promise.race([
      transfers.byHash(hash),
      sleep(PATIENCE_MS, null, { signal: patience.signal, ref: false }),
    ]);
  } catch (error) {
    if (!(error instanceof TouchlineError) || error.code !== 'UPSTREAM_UNAVAILABLE') throw error;
    log.debug({ cause: String(error.cause) }, 'a payment waits for the chain');
    return null;
  } finally {
    patience.abort();
  }
}

async function reverted(
  { changeGame, metrics }: PaymentDeps,
  { id, game_id, tx_hash }: Reservation,
): Promise<Outcome> {
  await changeGame(game_id, async (trx) => {
    await lockGame(trx, game_id);
    const reservation = await lockReservation(trx, id);
    if (reservation.state !== 'SUBMITTED' || reservation.tx_hash !== tx_hash) return;
    await fail(trx, reservation, 'TX_REVERTED');
    metrics.ended('TX_REVERTED');
  });
  return { state: 'ENDED', failure: 'TX_REVERTED' };
}

/** A hash that the chain does not know by the end of its hold: the seat is free, a later payment still counts. */
async function giveUpAfterHold(
  { changeGame, now, metrics }: PaymentDeps,
  { id, game_id, tx_hash, expires_at }: Reservation,
): Promise<void> {
  if (expires_at > now()) return;
  await changeGame(game_id, async (trx) => {
    await lockGame(trx, game_id);
    const reservation = await lockReservation(trx, id);
    if (reservation.state !== 'SUBMITTED' || reservation.tx_hash !== tx_hash) return;
    await endReservation(trx, id, { state: 'EXPIRED' });
    await releaseSeat(trx, game_id, reservation.wallet_address);
    metrics.ended('EXPIRED');
  });
}
