import { TouchlineError } from '@touchline/api/errors';
import type { Game } from '@touchline/api/http/games';
import { type Reservation, reserve } from '@touchline/api/http/reservations';
import type { Host } from '@touchline/host/host';
import { TransferError, type TransferStep } from '@touchline/host/transfers';
import {
  findRecord,
  type PaidTeam,
  type PaymentRecord,
  removeRecord,
  type SentPayment,
  saveRecord,
} from './payment-records.ts';

/** What is to be paid for. */
export interface Order {
  wallet: string;
  game: Pick<Game, 'id' | 'name' | 'game_type'>;
  team: PaidTeam;
  /** Whole FOOTBALL, as the payer saw it. */
  fee: string;
}

/** Where a payment stands; the reservation from the moment on at which there is one. */
export type Progress = ({ step: 'reserving' } | TransferStep) & { reservation?: Reservation };

/** The fee is not the one that the payer agreed to: nothing was paid. */
export class FeeChanged extends Error {
  constructor(readonly amount: string) {
    super('The entry fee has changed.');
  }
}

/** Checks the team, fixes its prices and holds a seat; asked again, the seat is held anew. */
export async function reserveSeat(host: Host, { game, team, fee }: Order): Promise<Reservation> {
  const { reservation } = await host.api.call(reserve, { params: { id: game.id }, body: team });
  const { amount, token } = reservation;
  if (!(Number(amount) > 0)) throw new TransferError('UNKNOWN_ERROR', noFee(game));
  if (token.toLowerCase() !== host.config.token.address.toLowerCase())
    throw new TransferError('UNKNOWN_ERROR', 'Payment failed');
  if (Number(amount) !== Number(fee)) throw new FeeChanged(amount);
  return reservation;
}

/** PAY-15 */
const noFee = ({ game_type }: Order['game']) =>
  game_type === 'TOURNAMENT' ? 'Tournament entry fee not found' : 'Entry fee not found for this game';

/**
 * Reserves and transfers exactly the reserved amount to the reserved recipient. The record is kept before the wallet is asked
 * and again in the moment the hash exists, whoever is still there to see it.
 * @throws FeeChanged, TouchlineError of the reservation, TransferError; one with a hash: it may still be mined, the record stays
 */
export async function payEntry(
  host: Host,
  order: Order,
  onProgress: (progress: Progress) => void,
): Promise<SentPayment> {
  requireWallet(host, order.wallet);
  refuseIfSent(order);
  onProgress({ step: 'reserving' });
  const reservation = await reserveSeat(host, order);
  // The server took its time: the account may have changed, and another tab may have paid.
  requireWallet(host, order.wallet);
  refuseIfSent(order);
  const keeper = keepRecord(order, reservation);
  const { recipient: to, amount } = reservation;
  try {
    const { hash } = await host.transfers.send({ to, amount, purpose: 'entry-fee' }, (progress) => {
      if (progress.step === 'confirm-in-wallet') keeper.asked();
      if (progress.step === 'sent') keeper.sent(progress.hash);
      onProgress({ ...progress, reservation });
    });
    return keeper.sent(hash);
  } catch (error) {
    keeper.failed(error);
    throw error;
  }
}

/** What the wallet or the chain said about the payment itself; anything else leaves open whether it was sent. */
const SAYS_NO: ReadonlySet<string> = new Set(['USER_REJECTED', 'INSUFFICIENT_FUNDS', 'CONTRACT_ERROR']);

/** Keeps what is known of one payment as it becomes known. */
function keepRecord({ wallet, game, team }: Order, { amount, reservation_id }: Reservation) {
  const { id, name, game_type } = game;
  const base = { wallet, game: { id, name, game_type }, amount, reservation_id, team };
  let kept: PaymentRecord | null = null;
  return {
    asked() {
      kept = { ...base, hash: null };
      saveRecord(kept);
    },
    sent(hash: string): SentPayment {
      const record = { ...base, hash };
      // Once: it may have joined meanwhile, and be gone.
      if (kept?.hash !== hash) saveRecord(record);
      kept = record;
      return record;
    },
    failed(error: unknown) {
      if (!kept || !(error instanceof TransferError)) return;
      // Without a hash the chain itself said that nothing has moved: reverted, or cancelled in the wallet.
      if (error.hash) this.sent(error.hash);
      else if ((kept.hash || SAYS_NO.has(error.code)) && stands(kept)) removeRecord(kept);
    },
  };
}

/** Another tab may have kept a payment of its own meanwhile: that one is not forgotten with this one. */
const stands = ({ wallet, game, hash }: PaymentRecord) => findRecord(wallet, game.id)?.hash === hash;

/** @throws TouchlineError PAYMENT_PENDING for a game whose fee was sent already */
function refuseIfSent({ wallet, game }: Order): void {
  const earlier = findRecord(wallet, game.id);
  if (earlier?.hash && !earlier.refusal)
    throw new TouchlineError('PAYMENT_PENDING', 'You have paid already.');
}

/** PAY-15 */
function requireWallet(host: Host, wallet: string): void {
  const { status, address } = host.wallet.get();
  if (status === 'disconnected' || address?.toLowerCase() !== wallet)
    throw new TransferError('UNKNOWN_ERROR', 'Wallet not connected', { type: 'wallet' });
}
