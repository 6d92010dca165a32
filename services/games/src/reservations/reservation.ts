import type { ErrorCode } from '@touchline/api/errors';
import type { TeamDraft } from '../entries/team.ts';

/**
 * States of a reservation (game rules 5):
 * - HELD: the seat waits for a payment.
 * - SUBMITTED: a hash was submitted and is being confirmed.
 * - JOINED: paid and in the game.
 * - EXPIRED: not paid in time; a later payment still gets a seat if one is free.
 * - FAILED: the submitted transaction is not a payment.
 * - REFUND_DUE: paid, but the game could not accept the payment.
 */
export type ReservationState = 'HELD' | 'SUBMITTED' | 'JOINED' | 'EXPIRED' | 'FAILED' | 'REFUND_DUE';

/** Reason for which a reservation ended without an entry. */
export type Failure = Extract<
  ErrorCode,
  | 'TX_REVERTED'
  | 'TX_NOT_FOUND'
  | 'TX_NOT_PAYMENT'
  | 'TX_ALREADY_USED'
  | 'UNDERPAID'
  | 'GAME_FULL'
  | 'JOIN_CLOSED'
  | 'GAME_CANCELLED'
  | 'ALREADY_JOINED'
  | 'RESERVATION_MISMATCH'
  | 'SQUAD_INVALID'
>;

/** A reservation as stored; times in epoch ms, the fee in wei. */
export interface Reservation {
  id: string;
  game_id: string;
  wallet_address: string;
  team: TeamDraft;
  /** When the team last changed. The entry cannot join earlier than this. */
  fixed_at: number;
  fee: bigint;
  state: ReservationState;
  /** Payments mined before this time do not count. */
  not_before: number;
  expires_at: number;
  /** End of the unpaid hold; kept after the hold. Null when the reservation was made together with its payment. */
  held_until: number | null;
  /** When `tx_hash` was first submitted for this reservation, or later replaced in another one of the wallet and game. */
  reported_at: number | null;
  /** When a hash was submitted after the reservation had ended; its team has not been checked since. */
  revived_at: number | null;
  tx_hash: `0x${string}` | null;
  failure: Failure | null;
}

/** Duration of a hold without a payment, and once an RPC knows the payment (game rules 5). */
export const HOLD_MS = 3 * 60_000;
export const SUBMITTED_HOLD_MS = 30 * 60_000;
/** A submitted hash that no RPC knows, or knows no longer, holds the seat for this much longer at most. */
export const UNKNOWN_HASH_MS = 60_000;
/** Pause after a hold before the wallet can hold a seat in the same game again. */
export const HOLD_PAUSE_MS = 10 * 60_000;

/** Maximum of unpaid reservations per wallet and game within `REVIVAL_MS`. */
export const MAX_RESERVATIONS = 10;
/** A payment can belong to a reservation that was made up to this long before. */
export const REVIVAL_MS = 24 * 3_600_000;
