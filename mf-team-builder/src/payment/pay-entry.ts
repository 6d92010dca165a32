import { TouchlineError } from '@touchline/api/errors';
import type { Game } from '@touchline/api/http/games';
import { type Reservation, reserve } from '@touchline/api/http/reservations';
import type { Host } from '@touchline/host/host';
import { TransferError, type TransferStep } from '@touchline/host/transfers';
import type { PaidTeam, PaymentRecord, PaymentRecords, SentPayment } from './payment-records.ts';

/** The entry to pay for. */
export interface Order {
  wallet: string;
  game: Pick<Game, 'id' | 'name' | 'game_type'>;
  team: PaidTeam;
  /** Whole FOOTBALL, as shown to the payer. */
  fee: string;
}

/** Progress of a payment, with the reservation once it exists. */
export type Progress = ({ step: 'reserving' } | TransferStep) & { reservation?: Reservation };

interface PayOptions {
  records: PaymentRecords;
  /** Ends the payment unless its wallet request has been sent. The hold on the seat then expires. */
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

/** The fee differs from the one that the payer agreed to; nothing was paid. */
export class FeeChanged extends Error {
  constructor(readonly reservation: Reservation) {
    super('The entry fee has changed.');
  }
}

/** Validates the team, fixes its prices and holds a seat. A repeated call changes the team of the same hold. */
export async function reserveSeat(host: Host, { game, team, fee }: Order): Promise<Reservation> {
  const { reservation } = await host.api.request(reserve, { params: { id: game.id }, body: team });
  const { amount, token } = reservation;
  if (!(Number(amount) > 0)) throw new TransferError('UNKNOWN_ERROR', getMissingFeeMessage(game));
  if (token.toLowerCase() !== host.config.token.address.toLowerCase())
    throw new TransferError('UNKNOWN_ERROR', 'Payment failed');
  if (Number(amount) !== Number(fee)) throw new FeeChanged(reservation);
  return reservation;
}

/** Error text for a game without an entry fee (PAY-15). */
const getMissingFeeMessage = ({ game_type }: Order['game']) =>
  game_type === 'TOURNAMENT' ? 'Tournament entry fee not found' : 'Entry fee not found for this game';

/**
 * Reserves a seat and transfers exactly the reserved amount to the reserved recipient. The record is saved before the wallet
 * request, and again as soon as the hash exists, even if the user has left the dialog by then.
 * @throws FeeChanged, TouchlineError of the reservation, TransferError, or the reason of the signal. The transaction of a
 * TransferError with a hash may still be mined, so its record is kept.
 */
export async function payEntry(
  host: Host,
  order: Order,
  { records, signal, onProgress }: PayOptions,
): Promise<SentPayment> {
  assertWallet(host, order.wallet);
  assertUnpaid(records, order);
  onProgress({ step: 'reserving' });
  const reservation = await reserveSeat(host, order);
  // The wallet account may have changed during the request, another tab may have paid, or the user may have left.
  assertWallet(host, order.wallet);
  assertUnpaid(records, order);
  signal.throwIfAborted();
  const recorder = createRecorder(records, order, reservation);
  const { recipient: to, amount } = reservation;
  try {
    const { hash } = await host.transfers.send({ to, amount, purpose: 'entry-fee' }, (progress) => {
      if (progress.step === 'confirm-in-wallet') {
        // The checks take up to a minute, in which another tab may have paid, or the user may have left.
        assertUnpaid(records, order);
        signal.throwIfAborted();
        recorder.markRequested();
      }
      if (progress.step === 'sent') recorder.markSent(progress.hash);
      onProgress({ ...progress, reservation });
    });
    return recorder.markSent(hash);
  } catch (error) {
    recorder.markFailed(error);
    throw error;
  }
}

/** Errors that rule out a sent transaction. After any other error it may exist. */
const NOT_SENT_CODES: ReadonlySet<string> = new Set([
  'USER_REJECTED',
  'INSUFFICIENT_FUNDS',
  'CONTRACT_ERROR',
]);

/** Keeps the stored record of one payment up to date. */
function createRecorder(
  records: PaymentRecords,
  { wallet, game, team }: Order,
  { amount, reservation_id }: Reservation,
) {
  const { id, name, game_type } = game;
  const base = { wallet, game: { id, name, game_type }, amount, reservation_id, team };
  let saved: PaymentRecord | null = null;
  /** False if another tab has since saved its own payment, whose record must be kept. */
  const isStored = ({ hash }: PaymentRecord) => records.find(wallet, id)?.hash === hash;
  return {
    markRequested() {
      saved = { ...base, hash: null };
      records.save(saved);
    },
    markSent(hash: string): SentPayment {
      const record = { ...base, hash };
      // Saves each hash only once: the payment may have joined since, which removes its record.
      if (saved?.hash !== hash) records.save(record);
      saved = record;
      return record;
    },
    markFailed(error: unknown) {
      if (!saved || !(error instanceof TransferError)) return;
      // No hash in the error although one is stored: the transaction was reverted, or cancelled in the wallet.
      if (error.hash) this.markSent(error.hash);
      else if ((saved.hash || NOT_SENT_CODES.has(error.code)) && isStored(saved)) records.remove(saved);
    },
  };
}

/** @throws TouchlineError PAYMENT_PENDING if the fee was already sent */
function assertUnpaid(records: PaymentRecords, { wallet, game }: Order): void {
  const existing = records.find(wallet, game.id);
  if (existing?.hash && !existing.rejection)
    throw new TouchlineError('PAYMENT_PENDING', 'You have already paid.');
}

/** @throws TransferError if the wallet is not connected with the order's account (PAY-15) */
function assertWallet(host: Host, wallet: string): void {
  const { status, address } = host.wallet.get();
  if (status === 'disconnected' || address?.toLowerCase() !== wallet)
    throw new TransferError('UNKNOWN_ERROR', 'Wallet not connected', { type: 'wallet' });
}
