import { isTemporary, TouchlineError } from '@touchline/api/errors';
import { joinGame } from '@touchline/api/http/entries';
import { canJoin } from '@touchline/api/http/games';
import type { Host } from '@touchline/host/host';
import type { SentPayment } from './payment-records.ts';

/** The outcome of a payment as reported by the server. */
export type PaymentOutcome =
  | { state: 'joined' }
  /** Not enough confirmations yet; `note` is the server's message. */
  | { state: 'pending'; note?: string }
  | { state: 'unreachable' }
  /** `final` means that another request would get the same result, unless the transaction may still be mined. */
  | { state: 'rejected'; code: string; message: string; final: boolean };

const FINAL_CODES: ReadonlySet<string> = new Set([
  'TX_REVERTED',
  'TX_NOT_FOUND',
  'TX_NOT_PAYMENT',
  'TX_ALREADY_USED',
  'UNDERPAID',
  'GAME_FULL',
  'GAME_CANCELLED',
  'JOIN_CLOSED',
  'JOIN_NOT_OPEN',
  'ALREADY_JOINED',
  'SQUAD_INVALID',
  'LINEUP_INVALID',
  'VALIDATION_FAILED',
  'NOT_FOUND',
]);
/** True for a transaction that no RPC knows: the user may pay again, and it still counts if it is mined (game rules 5.6). */
export const mayStillBeMined = ({ code }: { code: string }) => code === 'TX_NOT_FOUND';

/**
 * True for failures that do not affect the payment: temporary ones and an ended session, which may be renewed. A failure inside the
 * server (500) is shown instead, because it may return with every request for this payment.
 */
const isUnreachable = (error: TouchlineError) =>
  error.status === 401 || (isTemporary(error) && error.status !== 500);

/** Joins a game with the hash of a payment. Safe to repeat, because the server credits a payment once (game rules 5). */
export async function finishPayment(host: Host, record: SentPayment): Promise<PaymentOutcome> {
  // With another user's session the server would look for the payment in the wrong wallet.
  if (host.session.get().user?.wallet_address !== record.wallet) return { state: 'pending' };
  const { team, hash, game } = record;
  try {
    const body = { ...team, transaction_hash: hash };
    const response = await host.api.request(joinGame, { params: { id: game.id }, body });
    return 'participation' in response ? { state: 'joined' } : { state: 'pending' };
  } catch (error) {
    return toOutcome(host, record, error);
  }
}

async function toOutcome(host: Host, record: SentPayment, error: unknown): Promise<PaymentOutcome> {
  if (!(error instanceof TouchlineError)) return { state: 'unreachable' };
  const { code, message } = error;
  if (code === 'RESERVATION_MISMATCH') return checkOtherTeam(host, record, message);
  if (isUnreachable(error)) return { state: 'unreachable' };
  return { state: 'rejected', code, message, final: FINAL_CODES.has(code) };
}

/** Resolves the outcome after another team was reserved, for example in another tab. The payment is credited to that team. */
async function checkOtherTeam(host: Host, { game }: SentPayment, note: string): Promise<PaymentOutcome> {
  const eligibility = await host.api.request(canJoin, { params: { id: game.id } }).catch(() => null);
  if (eligibility === null) return { state: 'unreachable' };
  return eligibility.code === 'ALREADY_JOINED' ? { state: 'joined' } : { state: 'pending', note };
}
