import type { StoredTransfer } from '@touchline/chain-ledger/stored-transfer';
import type { Reservation } from '../reservations/reservation.ts';
import { CLOCK_TOLERANCE_MS } from './choose-payment.ts';
import type { Payment } from './payment.ts';

type Paid = Pick<StoredTransfer, 'block_time' | 'tx_hash'>;

/** True when the payment was mined while the unpaid reservation held its team. */
function wasHeldAt({ fixed_at, held_until }: Reservation, { block_time }: Paid): boolean {
  return held_until !== null && block_time >= fixed_at - CLOCK_TOLERANCE_MS && block_time <= held_until;
}

/**
 * Computes when an entry starts to count (game rules 5), epoch ms. A team that was held when the payment was mined counts from
 * the payment. Any other team counts only from the time at which the server learnt that the payment is for it. Otherwise a
 * player could pay before the matches and choose the team after them.
 */
export function computeEffectiveAt(reservation: Reservation, payment: Payment, now: number): number {
  // The payment was listed for a refund, so until now it paid for no team.
  if (payment.refund_reason !== null) return now;
  const earliest = Math.max(payment.block_time, reservation.fixed_at);
  const submittedAt = reservation.tx_hash === payment.tx_hash ? reservation.reported_at : null;
  return Math.min(now, wasHeldAt(reservation, payment) ? earliest : Math.max(earliest, submittedAt ?? now));
}

/** True when the reservation had ended before its payment. Squad and prices are then checked again before it joins. */
export function hadEnded(reservation: Reservation, payment: Payment): boolean {
  const { state, revived_at } = reservation;
  if (payment.refund_reason === null && wasHeldAt(reservation, payment)) return false;
  return revived_at !== null || state === 'EXPIRED' || state === 'FAILED' || payment.refund_reason !== null;
}

/**
 * Finds the reservations of a wallet that a payment may belong to. A reservation that held its team when the payment was mined
 * excludes the others of its game, except one that submitted the hash while it was live. Of the others that submitted the hash, only
 * the latest of each game remains: a hash is known before it is mined, and the player could choose between their teams after the matches.
 * @param reservations latest first
 */
export function findClaimants(reservations: readonly Reservation[], paid: Paid): Reservation[] {
  const held = new Set(reservations.filter((each) => wasHeldAt(each, paid)).map(({ game_id }) => game_id));
  const findLatest = (game: string) =>
    reservations.find(({ game_id, tx_hash }) => game_id === game && tx_hash === paid.tx_hash);
  return reservations.filter((each) => {
    if (wasHeldAt(each, paid)) return true;
    if (held.has(each.game_id)) return submittedWhileLive(each, paid);
    return each.tx_hash !== paid.tx_hash || each === findLatest(each.game_id);
  });
}

const submittedWhileLive = ({ state, revived_at, tx_hash }: Reservation, paid: Paid) =>
  state === 'SUBMITTED' && revived_at === null && tx_hash === paid.tx_hash;
