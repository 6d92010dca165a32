import { TouchlineError } from '@touchline/api/errors';
import { FAILED_TO_JOIN } from '@touchline/api/http/entries';
import { TRANSFER_TEXT, toTransferError } from '@touchline/host/transfers';
import type { PaymentFailure } from '@touchline/ui/PaymentFailedPanel';

/** Presents an error of a payment: a failed transfer, or a rejected reservation. */
export const toFailure = (error: unknown): PaymentFailure =>
  error instanceof TouchlineError ? toReservationFailure(error) : toTransferError(error);

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
