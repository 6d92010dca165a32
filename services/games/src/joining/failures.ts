import { TouchlineError } from '@touchline/api/errors';
import type { Failure } from '../reservations/reservation.ts';

const REFUND = 'It is recorded and will be refunded to the wallet that sent it.';

const SENTENCES: Readonly<Record<Failure, string>> = {
  TX_REVERTED: 'This transaction was reverted: nothing was paid.',
  TX_NOT_PAYMENT: 'This transaction paid no FOOTBALL from your wallet to the treasury since you reserved.',
  TX_ALREADY_USED: 'This payment was used already.',
  UNDERPAID: `You paid less than the entry fee. ${REFUND}`,
  GAME_FULL: `All seats were taken before your payment arrived. ${REFUND}`,
  JOIN_CLOSED: `The join window had closed before your payment arrived. ${REFUND}`,
  GAME_CANCELLED: `This game was cancelled before your payment arrived. ${REFUND}`,
  ALREADY_JOINED: `You had already joined this game when this payment arrived. ${REFUND}`,
};

/** Why a payment did not lead to an entry, as the caller is told. */
export const paymentRefused = (failure: Failure) => new TouchlineError(failure, SENTENCES[failure]);
