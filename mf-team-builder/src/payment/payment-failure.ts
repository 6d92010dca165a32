import { TouchlineError } from '@touchline/api/errors';
import { TRANSFER_TEXT, transferErrorOf } from '@touchline/host/transfers';
import type { PaymentFailure } from '@touchline/ui/PaymentFailedPanel';

/** Refusals that speak of the team. */
const OF_THE_TEAM: ReadonlySet<string> = new Set(['SQUAD_INVALID', 'LINEUP_INVALID', 'VALIDATION_FAILED']);
/** A payment for this game is known to the server. */
const ON_ITS_WAY: ReadonlySet<string> = new Set(['PAYMENT_PENDING', 'RESERVATION_MISMATCH']);

/** What the dialog does about a payment that did not come to its end. */
export type PaymentTrouble =
  | { kind: 'team'; error: TouchlineError }
  | { kind: 'on-its-way'; message: string }
  | { kind: 'failure'; failure: PaymentFailure };

export function troubleOf(error: unknown): PaymentTrouble {
  if (!(error instanceof TouchlineError)) return { kind: 'failure', failure: transferErrorOf(error) };
  if (OF_THE_TEAM.has(error.code)) return { kind: 'team', error };
  if (ON_ITS_WAY.has(error.code)) return { kind: 'on-its-way', message: error.message };
  return { kind: 'failure', failure: refusedSeat(error) };
}

/** A reservation that was refused reads like a transfer that failed, its sentence being the server's (PAY-17). */
function refusedSeat({ code, status, message }: TouchlineError): PaymentFailure {
  const title = 'Failed to join game';
  if (status === 0)
    return { title, message: TRANSFER_TEXT.NETWORK_ERROR, type: 'network', code: 'NETWORK_ERROR' };
  // PAY-15
  if (code === 'NOT_FOUND') return { title, message: 'Game data not found', type: 'game', code };
  return { title, message: message || title, type: 'game', code };
}

/** The payment that another tab or device sent has ended without an entry. */
export const ENDED_ELSEWHERE: PaymentFailure = {
  title: 'Failed to join game',
  message:
    'The payment that was being confirmed did not lead to a team. If FOOTBALL left your wallet, it is listed for refund to that wallet.',
  type: 'game',
  code: 'PAYMENT_ENDED',
};
