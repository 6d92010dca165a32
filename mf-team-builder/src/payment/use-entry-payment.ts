import type { Game } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import type { PaymentFailure } from '@touchline/ui/PaymentFailedPanel';
import { useEffect, useRef, useState } from 'react';
import { FeeChanged, type Order, type Progress, payEntry, reserveSeat } from './pay-entry.ts';
import { ENDED_ELSEWHERE, troubleOf } from './payment-failure.ts';
import { removeRecord } from './payment-records.ts';
import { useEligibilityWatch } from './use-eligibility-watch.ts';
import { type TrackedPayment, usePayments, useRecords } from './use-payments.ts';

/** PAY-05 */
export const JOIN_AFTER_MS = 2_000;
/** A transaction that takes longer is told to the server before it is confirmed: that holds the seat for half an hour. */
export const SLOW_MS = 30_000;

export type PaymentStep =
  | { at: 'confirm' }
  /** `lapsed`: why the seat could not be held for longer. */
  | { at: 'processing'; progress: Progress; lapsed?: string }
  | { at: 'success'; hash: string }
  /** Null: the failure was put away. */
  | { at: 'failed'; failure: PaymentFailure | null }
  /** A payment of this wallet is under way, sent from somewhere else. */
  | { at: 'elsewhere'; message: string }
  /** Sent, and on its way into the game; `confirmed`: this page saw its receipt. */
  | { at: 'finishing'; payment: TrackedPayment; confirmed: boolean };

/** Steps in which nothing moves. */
const TALK: ReadonlySet<PaymentStep['at']> = new Set(['confirm', 'failed', 'elsewhere']);

export interface EntryPayment {
  /** Null: the dialog is closed. */
  step: PaymentStep | null;
  order: Order | null;
  /** The fee is another one than when the dialog was opened. */
  feeChanged: boolean;
  /** The wallet was asked for this game before, and nobody knows what it said. */
  unanswered: boolean;
  /** Opens the dialog for a team; a payment that was sent already goes on instead. */
  open: (order: Order) => void;
  pay: () => void;
  /** Back to what is to be paid. */
  again: () => void;
  /** Puts a failure away. */
  clear: () => void;
  close: () => void;
  /** Holds the seat for another three minutes while the wallet is being asked. */
  holdAgain: () => void;
}

interface EntryPaymentOptions {
  wallet: string;
  game: Game | null;
  /** The team is in the game. */
  onJoined: () => void;
  /** The server has something against the team itself; nothing was paid. */
  onTeamRefused: (error: Error) => void;
}

/** The entry fee of one game, from the first look at it to the team in the game (PAY-01 to PAY-17). */
export function useEntryPayment({
  wallet,
  game,
  onJoined,
  onTeamRefused,
}: EntryPaymentOptions): EntryPayment {
  const host = useHost();
  const [own, setStep] = useState<PaymentStep | null>(null);
  const [order, setOrder] = useState<Order | null>(null);
  const [feeChanged, setFeeChanged] = useState(false);
  const [closed, setClosed] = useState(false);
  const [confirmed, setConfirmed] = useState(false);
  const run = useRef(0);

  const paused = own?.at === 'processing' || own?.at === 'success';
  const [payment] = usePayments(wallet, { gameId: game?.id ?? null, paused, onJoined });
  const attempt = useRecords(wallet).find((record) => record.game.id === game?.id && record.hash === null);
  // What was sent after all, late or from another tab, ends any talk of paying, or of nothing having been paid.
  const overtaken = payment !== undefined && own !== null && TALK.has(own.at);
  const step =
    (overtaken ? null : own) ??
    (payment && !closed ? { at: 'finishing' as const, payment, confirmed } : null);

  useAfter(leavingAfter(own), () => {
    run.current++;
    setStep(null);
  });
  // What this tab has no hash of becomes an entry by itself: the server finds it on the chain.
  const watched = !payment && (own?.at === 'elsewhere' || (own?.at === 'confirm' && attempt));
  useEligibilityWatch(watched && game ? game.id : null, (code) => {
    if (code === 'ALREADY_JOINED') {
      if (attempt) removeRecord(attempt);
      onJoined();
    } else if (code === 'PAYMENT_PENDING') {
      if (own?.at !== 'elsewhere') setStep({ at: 'elsewhere', message: '' });
    } else if (own?.at === 'elsewhere') setStep({ at: 'failed', failure: ENDED_ELSEWHERE });
  });

  async function start(given: Order) {
    const mine = ++run.current;
    // Steps of a run that was left are not shown; what it keeps, it keeps all the same.
    const show = (next: PaymentStep) => {
      if (run.current === mine) setStep(next);
    };
    setFeeChanged(false);
    setConfirmed(false);
    setStep({ at: 'processing', progress: { step: 'reserving' } });
    try {
      const { hash } = await payEntry(host, given, (progress) => show({ at: 'processing', progress }));
      setConfirmed(true);
      show({ at: 'success', hash });
    } catch (error) {
      fail(given, error);
    }
  }

  function fail(given: Order, error: unknown) {
    if (error instanceof FeeChanged) {
      setOrder({ ...given, fee: error.amount });
      setFeeChanged(true);
      return setStep({ at: 'confirm' });
    }
    const trouble = troubleOf(error);
    if (trouble.kind === 'on-its-way') return setStep({ at: 'elsewhere', message: trouble.message });
    // With a hash it may still be mined: it is looked for from here on, and never paid again.
    if (trouble.kind === 'failure' && !trouble.failure.hash)
      return setStep({ at: 'failed', failure: trouble.failure });
    setStep(null);
    if (trouble.kind === 'team') onTeamRefused(trouble.error);
  }

  async function holdAgain(given: Order) {
    const renew = (change: (now: Processing) => Processing) =>
      setStep((now) => (now?.at === 'processing' ? change(now) : now));
    try {
      const reservation = await reserveSeat(host, given);
      renew(({ progress }) => ({ at: 'processing', progress: { ...progress, reservation } }));
    } catch (error) {
      const lapsed = error instanceof Error ? error.message : '';
      renew((now) => ({ ...now, lapsed }));
    }
  }

  return {
    step,
    order,
    feeChanged,
    unanswered: attempt !== undefined,
    open(given) {
      setClosed(false);
      setFeeChanged(false);
      setOrder(given);
      setStep(payment ? null : { at: 'confirm' });
    },
    pay: () => void (order && start(order)),
    again() {
      if (payment?.outcome.state === 'refused') payment.dismiss();
      setStep(order ? { at: 'confirm' } : null);
    },
    clear: () => setStep({ at: 'failed', failure: null }),
    close() {
      setClosed(true);
      setStep(null);
    },
    holdAgain: () => void (order && holdAgain(order)),
  };
}

type Processing = Extract<PaymentStep, { at: 'processing' }>;

/** PAY-05: the join leaves 2 s into the success, and before any success when the chain takes its time. */
function leavingAfter(step: PaymentStep | null): number | null {
  if (step?.at === 'success') return JOIN_AFTER_MS;
  return step?.at === 'processing' && step.progress.step === 'sent' ? SLOW_MS : null;
}

function useAfter(ms: number | null, act: () => void) {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    if (ms === null) return;
    const timer = setTimeout(() => latest.current(), ms);
    return () => clearTimeout(timer);
  }, [ms]);
}
