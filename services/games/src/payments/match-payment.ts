import type { StoredTransfer } from '@touchline/chain-ledger/stored-transfer';
import type { Reservation, ReservationState } from '../reservations/reservation.ts';
import { findClaimants } from './entry-effective-at.ts';
import type { RefundReason } from './payment.ts';

/** Decision about a transfer whose hash was not submitted. */
export type Match =
  | { pays: Reservation }
  | { wait: true }
  | { refund: { reason: RefundReason; meant_for: string | null } };

/** Time to wait for the browser to submit the hash when a transfer may belong to several reservations. */
export const ABANDONED_MS = 30_000;

/** Rank of a reservation state; the lowest is the likeliest. */
const LIKELIHOOD: Readonly<Partial<Record<ReservationState, number>>> = {
  HELD: 0,
  SUBMITTED: 1,
  EXPIRED: 2,
  FAILED: 3,
};

/**
 * Matches a transfer to a reservation: the one with its hash, else the only held one, else the likeliest after
 * `ABANDONED_MS`. Reservations whose fee is exactly its amount are likelier than others. A transfer that is too small or has no
 * reservation becomes a refund (game rules 5).
 * @param all the sender's reservations without an entry, latest first
 */
export function matchPayment(
  transfer: Pick<StoredTransfer, 'tx_hash' | 'amount' | 'seen_at' | 'block_time'>,
  all: readonly Reservation[],
  now: number,
): Match {
  const reservations = findClaimants(all, transfer);
  const candidates = keepOnePerGame(
    reservations.toSorted((a, b) => LIKELIHOOD[a.state]! - LIKELIHOOD[b.state]!),
  );
  const enough = candidates.filter(({ fee }) => fee <= transfer.amount);
  const submitted = reservations.find(
    ({ fee, tx_hash }) => tx_hash === transfer.tx_hash && fee <= transfer.amount,
  );
  if (submitted) return { pays: submitted };
  const [likeliest] = enough.toSorted(
    (a, b) => Number(b.fee === transfer.amount) - Number(a.fee === transfer.amount),
  );
  if (likeliest?.state === 'HELD' && enough.length === 1) return { pays: likeliest };
  if (now - transfer.seen_at < ABANDONED_MS) return { wait: true };
  if (likeliest) return { pays: likeliest };
  const [underpaid] = candidates;
  if (underpaid) return { refund: { reason: 'UNDERPAID', meant_for: underpaid.id } };
  return { refund: { reason: 'NO_RESERVATION', meant_for: null } };
}

function keepOnePerGame(reservations: readonly Reservation[]): Reservation[] {
  const games = new Set<string>();
  return reservations.filter(({ game_id }) => !games.has(game_id) && games.add(game_id));
}
