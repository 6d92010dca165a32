import type { Game } from '@touchline/api/http/games';
import { useState } from 'react';
import type { Order } from './pay-entry.ts';
import { ENDED_ELSEWHERE } from './payment-failure.ts';
import { usePaymentRecords } from './payment-records.ts';
import { AWAITING_ENTRY, type PaymentStep } from './payment-step.ts';
import { useEligibilityWatch } from './use-eligibility-watch.ts';
import { usePaymentRun } from './use-payment-run.ts';
import { type TrackedPayment, usePayments, useRecords } from './use-payments.ts';

export interface EntryPayment {
  /** Null while the dialog is closed. */
  step: PaymentStep | null;
  order: Order | null;
  game: Game | null;
  /** True if the fee has changed since the dialog was opened. */
  feeChanged: boolean;
  /** True if the wallet has not responded to an earlier payment request for this game. */
  hasOpenRequest: boolean;
  /** End of the hold on the seat, epoch ms; null before the first attempt. Another attempt does not extend it (game rule 5.1). */
  heldUntil: number | null;
  /** Opens the dialog for a team. A payment that was already sent continues instead. */
  open: (order: Order) => void;
  pay: () => void;
  /** Returns to the confirm step. */
  retry: () => void;
  /** Clears the failure. */
  clear: () => void;
  close: () => void;
  /** Extends the hold on the seat while the wallet request is open. */
  extendHold: () => void;
}

interface EntryPaymentOptions {
  wallet: string;
  game: Game | null;
  /** Called once the team has joined the game. */
  onJoined: () => void;
  /** Called if the server rejects the team itself; nothing was paid. */
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
  const records = usePaymentRecords();
  const run = usePaymentRun({ onFeeChanged, onTeamRejected });
  const paused = run.step?.at === 'processing' || run.step?.at === 'success';
  const finish = () => {
    run.leave();
    onJoined();
  };
  const [payment] = usePayments(wallet, { gameId: game?.id ?? null, paused, onJoined: finish });
  const request = useRecords(wallet).find((record) => record.game.id === game?.id && record.hash === null);
  const isWaiting = run.step?.at === 'elsewhere';
  const finishing = closed || paused ? undefined : payment;
  // A sent payment replaces every step without activity in this tab.
  if (finishing && !isWaiting) run.setStep(AWAITING_ENTRY);

  // This tab has no hash: the server finds the payment on the chain and turns it into an entry.
  const watched = !payment && (isWaiting || (run.step?.at === 'confirm' && request));
  useEligibilityWatch(watched && game ? game.id : null, (code) => {
    if (code === 'ALREADY_JOINED') {
      if (request) records.remove(request);
      finish();
    } else if (code === 'PAYMENT_PENDING') {
      if (!isWaiting) run.setStep(AWAITING_ENTRY);
    } else if (isWaiting) run.setStep({ at: 'failed', failure: ENDED_ELSEWHERE });
  });

  return {
    step: finishing ? toFinishingStep(finishing, run) : run.step,
    order,
    game,
    feeChanged,
    hasOpenRequest: request !== undefined,
    heldUntil: run.reservation && Date.parse(run.reservation.expires_at),
    open(newOrder) {
      setClosed(false);
      setFeeChanged(false);
      setOrder(newOrder);
      run.setStep(payment ? null : { at: 'confirm' });
    },
    pay() {
      if (!order) return;
      setFeeChanged(false);
      void run.pay(order);
    },
    retry() {
      if (payment?.outcome.state === 'rejected') payment.dismiss();
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

function toFinishingStep(
  payment: TrackedPayment,
  { confirmed, leave }: ReturnType<typeof usePaymentRun>,
): PaymentStep {
  const dismiss = () => {
    payment.dismiss();
    leave();
  };
  return { at: 'finishing', payment: { ...payment, dismiss }, confirmed };
}
