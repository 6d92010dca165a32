import { TouchlineError } from '@touchline/api/errors';
import type { Game } from '@touchline/api/http/games';
import { type Reservation, reserve } from '@touchline/api/http/reservations';
import type { Host } from '@touchline/host/host';
import { TransferError, type TransferStep } from '@touchline/host/transfers';
import { type PaidTeam, type PaymentRecord, paymentRecords, type SentPayment } from './payment-records.ts';

/** What is paid for. */
export interface Order {
  wallet: string;
  game: Pick<Game, 'id' | 'name' | 'game_type'>;
  team: PaidTeam;
  /** Whole FOOTBALL, as shown to the payer. */
  fee: string;
}

/** Progress of a payment, with the reservation once it exists. */
export type Progress = ({ step: 'reserving' } | TransferStep) & { reservation?: Reservation };

/** The fee differs from the one that the payer agreed to; nothing was paid. */
export class FeeChanged extends Error {
  constructor(readonly amount: string) {
    super('The entry fee has changed.');
  }
}

/** Validates the team, fixes its prices and holds a seat; called again, it changes the team of the same hold. */
export async function reserveSeat(host: Host, { game, team, fee }: Order): Promise<Reservation> {
  const { reservation } = await host.api.request(reserve, { params: { id: game.id }, body: team });
  const { amount, token } = reservation;
  if (!(Number(amount) > 0)) throw new TransferError('UNKNOWN_ERROR', getMissingFeeMessage(game));
  if (token.toLowerCase() !== host.config.token.address.toLowerCase())
    throw new TransferError('UNKNOWN_ERROR', 'Payment failed');
  if (Number(amount) !== Number(fee)) throw new FeeChanged(amount);
  return reservation;
}

/** PAY-15 */
const getMissingFeeMessage = ({ game_type }: Order['game']) =>
  game_type === 'TOURNAMENT' ? 'Tournament entry fee not found' : 'Entry fee not found for this game';

/**
 * Reserves a seat and transfers exactly the reserved amount to the reserved recipient. The record is saved before the wallet
 * is asked, and again as soon as the hash exists, even if the user has left the dialog by then.
 * @throws FeeChanged, TouchlineError of the reservation, TransferError; one with a hash may still be mined, its record stays
 */
export async function payEntry(
  host: Host,
  order: Order,
  onProgress: (progress: Progress) => void,
): Promise<SentPayment> {
  requireWallet(host, order.wallet);
  requireUnpaid(order);
  onProgress({ step: 'reserving' });
  const reservation = await reserveSeat(host, order);
  // During the request the wallet's account may have changed, and another tab may have paid.
  requireWallet(host, order.wallet);
  requireUnpaid(order);
  const recorder = createRecorder(order, reservation);
  const { recipient: to, amount } = reservation;
  try {
    const { hash } = await host.transfers.send({ to, amount, purpose: 'entry-fee' }, (progress) => {
      if (progress.step === 'confirm-in-wallet') recorder.requested();
      if (progress.step === 'sent') recorder.sent(progress.hash);
      onProgress({ ...progress, reservation });
    });
    return recorder.sent(hash);
  } catch (error) {
    recorder.failed(error);
    throw error;
  }
}

/** Errors that rule out a sent transaction; with any other it may exist. */
const NOT_SENT_CODES: ReadonlySet<string> = new Set([
  'USER_REJECTED',
  'INSUFFICIENT_FUNDS',
  'CONTRACT_ERROR',
]);

/** Keeps the stored record of one payment up to date. */
function createRecorder({ wallet, game, team }: Order, { amount, reservation_id }: Reservation) {
  const { id, name, game_type } = game;
  const base = { wallet, game: { id, name, game_type }, amount, reservation_id, team };
  let saved: PaymentRecord | null = null;
  return {
    requested() {
      saved = { ...base, hash: null };
      paymentRecords.save(saved);
    },
    sent(hash: string): SentPayment {
      const record = { ...base, hash };
      // Only once: the payment may have joined since, and its record is gone.
      if (saved?.hash !== hash) paymentRecords.save(record);
      saved = record;
      return record;
    },
    failed(error: unknown) {
      if (!saved || !(error instanceof TransferError)) return;
      // An error without a hash after one was known: the transaction was reverted, or cancelled in the wallet.
      if (error.hash) this.sent(error.hash);
      else if ((saved.hash || NOT_SENT_CODES.has(error.code)) && isStored(saved))
        paymentRecords.remove(saved);
    },
  };
}

/** False if another tab has saved its own payment since: that record must stay. */
const isStored = ({ wallet, game, hash }: PaymentRecord) =>
  paymentRecords.find(wallet, game.id)?.hash === hash;

/** @throws TouchlineError PAYMENT_PENDING if the fee was sent already */
function requireUnpaid({ wallet, game }: Order): void {
  const earlier = paymentRecords.find(wallet, game.id);
  if (earlier?.hash && !earlier.refusal)
    throw new TouchlineError('PAYMENT_PENDING', 'You have already paid.');
}

/** PAY-15 */
function requireWallet(host: Host, wallet: string): void {
  const { status, address } = host.wallet.get();
  if (status === 'disconnected' || address?.toLowerCase() !== wallet)
    throw new TransferError('UNKNOWN_ERROR', 'Wallet not connected', { type: 'wallet' });
}
