import type { Game } from '@touchline/api/http/games';
import { useState } from 'react';
import type { Order } from './pay-entry.ts';
import { ENDED_ELSEWHERE } from './payment-failure.ts';
import { paymentRecords } from './payment-records.ts';
import { IDLE_STEPS, type PaymentStep } from './payment-step.ts';
import { useEligibilityWatch } from './use-eligibility-watch.ts';
import { usePaymentRun } from './use-payment-run.ts';
import { type TrackedPayment, usePayments, useRecords } from './use-payments.ts';

export interface EntryPayment {
  /** Null: the dialog is closed. */
  step: PaymentStep | null;
  order: Order | null;
  /** The fee is no longer the one that the dialog was opened with. */
  feeChanged: boolean;
  /** The wallet was asked to pay for this game before and has not answered. */
  unanswered: boolean;
  /** Opens the dialog for a team; a payment that was already sent continues instead. */
  open: (order: Order) => void;
  pay: () => void;
  /** Back to the confirm step. */
  again: () => void;
  /** Clears a failure. */
  clear: () => void;
  close: () => void;
  /** Extends the hold on the seat while the wallet is being asked. */
  extendHold: () => void;
}

interface EntryPaymentOptions {
  wallet: string;
  game: Game | null;
  /** The team is in the game. */
  onJoined: () => void;
  /** The server refused the team itself; nothing was paid. */
  onTeamRejected: (error: Error) => void;
}

/** The payment of a game's entry fee, from the confirm step to the entry (PAY-01 to PAY-17). */
export function useEntryPayment(options: EntryPaymentOptions): EntryPayment {
  const { wallet, game, onJoined, onTeamRejected } = options;
  const [order, setOrder] = useState<Order | null>(null);
  const [feeChanged, setFeeChanged] = useState(false);
  const [closed, setClosed] = useState(false);
  const onFeeChanged = (changed: Order) => {
    setOrder(changed);
    setFeeChanged(true);
  };
  const run = usePaymentRun({ onFeeChanged, onTeamRejected });
  const paused = run.step?.at === 'processing' || run.step?.at === 'success';
  const [payment] = usePayments(wallet, { gameId: game?.id ?? null, paused, onJoined });
  const request = useRecords(wallet).find((record) => record.game.id === game?.id && record.hash === null);
  const overtaken = payment !== undefined && run.step !== null && IDLE_STEPS.has(run.step.at);
  const finishing = payment && !closed ? finishingStep(payment, run.confirmed) : null;

  // Without a hash in this tab, the server finds the payment on the chain and makes it an entry.
  const watched = !payment && (run.step?.at === 'elsewhere' || (run.step?.at === 'confirm' && request));
  useEligibilityWatch(watched && game ? game.id : null, (code) => {
    if (code === 'ALREADY_JOINED') {
      if (request) paymentRecords.remove(request);
      onJoined();
    } else if (code === 'PAYMENT_PENDING') {
      if (run.step?.at !== 'elsewhere') run.setStep({ at: 'elsewhere', message: '' });
    } else if (run.step?.at === 'elsewhere') run.setStep({ at: 'failed', failure: ENDED_ELSEWHERE });
  });

  return {
    step: (overtaken ? null : run.step) ?? finishing,
    order,
    feeChanged,
    unanswered: request !== undefined,
    open(given) {
      setClosed(false);
      setFeeChanged(false);
      setOrder(given);
      run.setStep(payment ? null : { at: 'confirm' });
    },
    pay() {
      if (!order) return;
      setFeeChanged(false);
      void run.pay(order);
    },
    again() {
      if (payment?.outcome.state === 'refused') payment.dismiss();
      run.setStep(order ? { at: 'confirm' } : null);
    },
    clear: () => run.setStep({ at: 'failed', failure: null }),
    close() {
      setClosed(true);
      run.leave();
    },
    extendHold: () => void (order && run.extendHold(order)),
  };
}

const finishingStep = (payment: TrackedPayment, confirmed: boolean): PaymentStep => ({
  at: 'finishing',
  payment,
  confirmed,
});
