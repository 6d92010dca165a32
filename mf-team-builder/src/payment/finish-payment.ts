import { TouchlineError } from '@touchline/api/errors';
import { joinGame } from '@touchline/api/http/entries';
import { canJoin } from '@touchline/api/http/games';
import type { Host } from '@touchline/host/host';
import type { SentPayment } from './payment-records.ts';

/** What the server made of a payment. */
export type PaymentOutcome =
  | { state: 'joined' }
  /** Not deep enough yet; `note` says what else is to know. */
  | { state: 'pending'; note?: string }
  | { state: 'unreachable' }
  /** `final`: asking again would bring the same answer. */
  | { state: 'refused'; code: string; message: string; final: boolean };

/** Answers that do not change, however often one asks. */
const FINAL: ReadonlySet<string> = new Set([
  'TX_REVERTED',
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
/** The way to the server, or its load, not the payment. */
const ON_THE_WAY: ReadonlySet<number> = new Set([0, 401, 408, 429, 502, 503, 504]);

/** Joins with the hash of a payment. Repeating it is always safe: the server credits one payment once (game rules 5). */
export async function finishPayment(host: Host, record: SentPayment): Promise<PaymentOutcome> {
  // With somebody else's session the payment would be looked for in the wrong wallet.
  if (host.session.get().user?.wallet_address !== record.wallet) return { state: 'pending' };
  const { team, hash, game } = record;
  try {
    const body = { ...team, transaction_hash: hash };
    const answer = await host.api.call(joinGame, { params: { id: game.id }, body });
    return 'participation' in answer ? { state: 'joined' } : { state: 'pending' };
  } catch (error) {
    return outcomeOf(host, record, error);
  }
}

async function outcomeOf(host: Host, record: SentPayment, error: unknown): Promise<PaymentOutcome> {
  if (!(error instanceof TouchlineError)) return { state: 'unreachable' };
  const { code, status, message } = error;
  if (code === 'RESERVATION_MISMATCH') return whatStands(host, record, message);
  if (ON_THE_WAY.has(status)) return { state: 'unreachable' };
  return { state: 'refused', code, message, final: FINAL.has(code) };
}

/** Another team was reserved meanwhile, in another tab say: the payment is that one's, and the server sees to it. */
async function whatStands(host: Host, { game }: SentPayment, note: string): Promise<PaymentOutcome> {
  const standing = await host.api.call(canJoin, { params: { id: game.id } }).catch(() => null);
  if (standing === null) return { state: 'unreachable' };
  return standing.code === 'ALREADY_JOINED' ? { state: 'joined' } : { state: 'pending', note };
}
