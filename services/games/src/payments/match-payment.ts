import type { StoredTransfer } from '@touchline/chain-ledger/stored-transfer';
import type { Reservation, ReservationState } from '../reservations/reservation.ts';
import { findClaimants } from './entry-effective-at.ts';
import type { RefundReason } from './payment.ts';

/** What to do with a transfer whose hash nobody has submitted. */
export type Match =
  | { pays: Reservation }
  | { wait: true }
  | { owed: { reason: RefundReason; meant_for: string | null } };

/** How long to wait for the browser to submit the hash when a transfer has several possible purposes. */
export const ABANDONED_MS = 30_000;

/** The likeliest first. */
const LIKELIHOOD: Readonly<Partial<Record<ReservationState, number>>> = {
  HELD: 0,
  SUBMITTED: 1,
  EXPIRED: 2,
  FAILED: 3,
};

/**
 * What a transfer is for: the reservation that named its hash, else the only possible one, else after a while the
 * likeliest. If it is too little, or the wallet has no reservation, it is owed back (game rules 5).
 * @param all of the sender without an entry, the latest first
 */
export function matchPayment(
  transfer: Pick<StoredTransfer, 'tx_hash' | 'amount' | 'seen_at' | 'block_time'>,
  all: readonly Reservation[],
  now: number,
): Match {
  const reservations = findClaimants(all, transfer);
  const candidates = onePerGame(reservations.toSorted((a, b) => LIKELIHOOD[a.state]! - LIKELIHOOD[b.state]!));
  const enough = candidates.filter(({ fee }) => fee <= transfer.amount);
  const named = reservations.find(
    ({ fee, tx_hash }) => tx_hash === transfer.tx_hash && fee <= transfer.amount,
  );
  if (named) return { pays: named };
  const [likeliest] = enough.toSorted(
    (a, b) =>
      LIKELIHOOD[a.state]! - LIKELIHOOD[b.state]! ||
      Number(b.fee === transfer.amount) - Number(a.fee === transfer.amount),
  );
  if (likeliest?.state === 'HELD' && enough.length === 1) return { pays: likeliest };
  if (now - transfer.seen_at < ABANDONED_MS) return { wait: true };
  if (likeliest) return { pays: likeliest };
  const [meant] = candidates;
  if (meant) return { owed: { reason: 'UNDERPAID', meant_for: meant.id } };
  return { owed: { reason: 'NO_RESERVATION', meant_for: null } };
}

function onePerGame(reservations: readonly Reservation[]): Reservation[] {
  const games = new Set<string>();
  return reservations.filter(({ game_id }) => !games.has(game_id) && games.add(game_id));
}
