import type { StoredTransfer } from '@touchline/chain-ledger/stored-transfer';
import type { Reservation } from '../reservations/reservation.ts';
import { CLOCK_TOLERANCE_MS } from './choose-payment.ts';
import type { Payment } from './payment.ts';

type Paid = Pick<StoredTransfer, 'block_time' | 'tx_hash'>;

/** Whether the payment was mined while the reservation held its team, unpaid. */
export function wasHeldAt({ fixed_at, held_until }: Reservation, { block_time }: Paid): boolean {
  return held_until !== null && block_time >= fixed_at - CLOCK_TOLERANCE_MS && block_time <= held_until;
}

/**
 * The moment from which an entry counts (game rules 5). A team that was held when the payment was mined counts from the
 * payment; any other only from the moment at which the server learnt that this payment buys this team. Otherwise a player
 * could pay before the matches and choose the team after them.
 */
export function computeEffectiveAt(reservation: Reservation, payment: Payment, now: number): number {
  // Listed as owed back: the money was the sender's again until now.
  if (payment.refund_reason !== null) return now;
  const earliest = Math.max(payment.block_time, reservation.fixed_at);
  const told = reservation.tx_hash === payment.tx_hash ? reservation.told_at : null;
  return Math.min(now, wasHeldAt(reservation, payment) ? earliest : Math.max(earliest, told ?? now));
}

/** Whether the reservation had ended when its payment came: squad and prices are checked again before it joins. */
export function hadEnded(reservation: Reservation, payment: Payment): boolean {
  const { state, revived_at } = reservation;
  if (payment.refund_reason === null && wasHeldAt(reservation, payment)) return false;
  return revived_at !== null || state === 'EXPIRED' || state === 'FAILED' || payment.refund_reason !== null;
}

/**
 * The reservations of a wallet that a payment may be for. In a game where one held its team when the payment was mined, no
 * other can take the payment, unless it named the hash while it was live.
 */
export function findClaimants(reservations: readonly Reservation[], paid: Paid): Reservation[] {
  const held = new Set(reservations.filter((each) => wasHeldAt(each, paid)).map(({ game_id }) => game_id));
  return reservations.filter(
    (each) => !held.has(each.game_id) || wasHeldAt(each, paid) || wasReportedWhileLive(each, paid),
  );
}

const wasReportedWhileLive = ({ state, revived_at, tx_hash }: Reservation, paid: Paid) =>
  state === 'SUBMITTED' && revived_at === null && tx_hash === paid.tx_hash;
