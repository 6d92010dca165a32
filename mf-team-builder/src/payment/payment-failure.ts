import { TouchlineError } from '@touchline/api/errors';
import { FAILED_TO_JOIN } from '@touchline/api/http/entries';
import { TRANSFER_TEXT, toTransferError } from '@touchline/host/transfers';
import type { PaymentFailure } from '@touchline/ui/PaymentFailedPanel';

const TEAM_CODES: ReadonlySet<string> = new Set(['SQUAD_INVALID', 'LINEUP_INVALID', 'VALIDATION_FAILED']);
/** Codes for a payment that the server already knows. */
const PENDING_CODES: ReadonlySet<string> = new Set(['PAYMENT_PENDING', 'RESERVATION_MISMATCH']);

/** A failed payment, classified by how the dialog handles it. */
export type PaymentProblem =
  | { kind: 'team'; error: TouchlineError }
  | { kind: 'pending'; message: string }
  | { kind: 'failure'; failure: PaymentFailure };

export function classifyError(error: unknown): PaymentProblem {
  if (!(error instanceof TouchlineError)) return { kind: 'failure', failure: toTransferError(error) };
  if (TEAM_CODES.has(error.code)) return { kind: 'team', error };
  if (PENDING_CODES.has(error.code)) return { kind: 'pending', message: error.message };
  return { kind: 'failure', failure: toReservationFailure(error) };
}

/** Presents a rejected reservation like a failed transfer, with the server's message (PAY-17) and one of the codes of PAY-10. */
function toReservationFailure({ code, status, message }: TouchlineError): PaymentFailure {
  const title = FAILED_TO_JOIN;
  if (status === 0)
    return { title, message: TRANSFER_TEXT.NETWORK_ERROR, type: 'network', code: 'NETWORK_ERROR' };
  const failure = { title, type: 'game', code: 'UNKNOWN_ERROR', serverCode: code };
  // PAY-15
  if (code === 'NOT_FOUND') return { ...failure, message: 'Game data not found' };
  return { ...failure, message };
}

/** Failure of a payment from another tab or device that did not create an entry. */
export const ENDED_ELSEWHERE: PaymentFailure = {
  title: FAILED_TO_JOIN,
  message:
    'The payment that was being confirmed did not create a team. If FOOTBALL left your wallet, it is listed for refund to that wallet.',
  type: 'game',
  code: 'UNKNOWN_ERROR',
  serverCode: 'PAYMENT_ENDED',
};
