import type { ErrorCode } from '@touchline/api/errors';
import type { TeamDraft } from '../entries/team.ts';

/**
 * HELD: the seat waits for a payment. SUBMITTED: a hash is known and being confirmed. JOINED: paid and in the game.
 * EXPIRED: not paid in time; a later payment still gets a seat if one is free. FAILED: what was submitted is not a payment.
 * REFUND_DUE: paid, but the game could not take it (game rules 5).
 */
export type ReservationState = 'HELD' | 'SUBMITTED' | 'JOINED' | 'EXPIRED' | 'FAILED' | 'REFUND_DUE';

/** Why a reservation ended without an entry. */
export type Failure = Extract<
  ErrorCode,
  | 'TX_REVERTED'
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
  /** A payment mined before this does not count. */
  not_before: number;
  expires_at: number;
  /** End of the unpaid hold, also after it; null when the reservation was made together with its payment. */
  held_until: number | null;
  /** When `tx_hash` was first named for this reservation. */
  told_at: number | null;
  /** When a hash was submitted after the reservation had ended; its team has not been checked since. */
  revived_at: number | null;
  tx_hash: `0x${string}` | null;
  entry_id: string | null;
  failure: Failure | null;
}

/** How long a seat is held for a payment, and how long once its hash is known (game rules 5). */
export const HOLD_MS = 3 * 60_000;
export const SUBMITTED_HOLD_MS = 30 * 60_000;
/** How long a hash may be unknown to every RPC before it no longer holds a seat. */
export const UNKNOWN_HASH_MS = 60_000;
/** After its hold a wallet waits this long until it can hold a seat of the same game again. */
export const HOLD_PAUSE_MS = 10 * 60_000;

/** Unpaid reservations of one wallet in one game per `REVIVAL_MS`. */
export const MOST_RESERVATIONS = 10;
/** A payment this long after its reservation was made can still be meant for it. */
export const REVIVAL_MS = 24 * 3_600_000;
