import { TouchlineError } from '@touchline/api/errors';
import type { Game } from '@touchline/api/http/games';
import { type Host, useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { TRANSFER_TEXT, transferErrorOf } from '@touchline/host/transfers';
import type { PaymentFailure } from '@touchline/ui/payment-failed-panel';
import { useEffect, useRef, useState } from 'react';
import { standingQuery } from './payment.queries.ts';
import { removeRecord } from './payment-records.ts';
import { FeeChanged, type Order, type Progress, payEntry, reserveSeat } from './pay-entry.ts';
import { type PaymentInView, usePayments, useRecords } from './use-payments.ts';

/** PAY-05 */
export const JOIN_AFTER_MS = 2_000;
/** A transaction that takes longer is told to the server before it is confirmed: that holds the seat for half an hour. */
export const SLOW_MS = 30_000;

export type PaymentStep =
  | { at: 'confirm' }
  | { at: 'processing'; progress: Progress; lapsed?: string }
  | { at: 'success'; hash: string }
  /** Null: the failure was put away. */
  | { at: 'failed'; failure: PaymentFailure | null }
  /** A payment of this wallet is under way, sent from somewhere else. */
  | { at: 'elsewhere' }
  /** Sent, and on its way into the game. */
  | { at: 'settling'; payment: PaymentInView };

export interface EntryPayment {
  /** Null: the dialog is closed. */
  step: PaymentStep | null;
  order: Order | null;
  /** The fee that is paid; another one than before when it has changed. */
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
export function useEntryPayment(options: EntryPaymentOptions): EntryPayment {
  const { wallet, game } = options;
  const host = useHost();
  const [own, setStep] = useState<PaymentStep | null>(null);
  const [order, setOrder] = useState<Order | null>(null);
  const [feeChanged, setFeeChanged] = useState(false);
  const [closed, setClosed] = useState(false);
  const run = useRef(0);

  const paused = own?.at === 'processing' || own?.at === 'success';
  const [payment] = usePayments(wallet, { gameId: game?.id ?? '', paused, onJoined: options.onJoined });
  const attempt = useRecords(wallet).find((record) => record.game.id === game?.id && record.hash === null);
  const step = own ?? (payment && !closed ? { at: 'settling' as const, payment } : null);
  useOtherWays({ wallet, game, step, asked: attempt !== undefined, setStep, onJoined: joinedElsewhere });
  useLeaving(own, () => {
    run.current++;
    setStep(null);
  });

  function joinedElsewhere() {
    if (attempt) removeRecord(attempt);
    options.onJoined();
  }

  /** Steps of a run that was left are not shown; what it keeps, it keeps all the same. */
  async function start(given: Order) {
    const mine = ++run.current;
    const show = (next: PaymentStep) => {
      if (run.current === mine) setStep(next);
    };
    setFeeChanged(false);
    setStep({ at: 'processing', progress: { step: 'reserving' } });
    try {
      const { hash } = await payEntry(host, given, (progress) => show({ at: 'processing', progress }));
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
    const code = error instanceof TouchlineError ? error.code : null;
    if (code && OF_THE_TEAM.has(code)) {
      setStep(null);
      return options.onTeamRefused(error as Error);
    }
    if (code && ON_ITS_WAY.has(code)) return setStep({ at: 'elsewhere' });
    const failure = failureOf(error);
    // It may still be mined: from here on it is looked for, and never paid again.
    setStep(failure.hash ? null : { at: 'failed', failure });
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
    pay() {
      if (attempt) removeRecord(attempt);
      if (order) void start(order);
    },
    again() {
      payment?.dismiss();
      setStep(order ? { at: 'confirm' } : null);
    },
    clear: () => setStep({ at: 'failed', failure: null }),
    close() {
      setClosed(true);
      setStep(null);
    },
    holdAgain: () => void (order && holdAgain(host, order, setStep)),
  };
}

/** PAY-05: the join 2 s into the success; before that when the chain takes its time. */
function useLeaving(step: PaymentStep | null, leave: () => void) {
  const after =
    step?.at === 'success'
      ? JOIN_AFTER_MS
      : step?.at === 'processing' && step.progress.step === 'sent'
        ? SLOW_MS
        : null;
  const latest = useRef(leave);
  latest.current = leave;
  useEffect(() => {
    if (after === null) return;
    const timer = setTimeout(() => latest.current(), after);
    return () => clearTimeout(timer);
  }, [after]);
}

interface OtherWays {
  wallet: string;
  game: Game | null;
  step: PaymentStep | null;
  /** The wallet was asked, without an answer. */
  asked: boolean;
  setStep: (step: PaymentStep) => void;
  onJoined: () => void;
}

/** A payment that this tab has no hash of becomes an entry by itself: the server finds it on the chain. */
function useOtherWays({ wallet, game, step, asked, setStep, onJoined }: OtherWays) {
  const host = useHost();
  const elsewhere = step?.at === 'elsewhere';
  const { data, dataUpdatedAt } = useQuery({
    ...standingQuery(host.api, wallet, game?.id ?? ''),
    enabled: game !== null && (elsewhere || (step?.at === 'confirm' && asked)),
    refetchInterval: 3_000,
  });
  const latest = useRef({ setStep, onJoined });
  latest.current = { setStep, onJoined };
  useEffect(() => {
    if (dataUpdatedAt === 0) return;
    if (data === 'ALREADY_JOINED') return latest.current.onJoined();
    if (data === 'PAYMENT_PENDING') return latest.current.setStep({ at: 'elsewhere' });
    if (elsewhere) latest.current.setStep({ at: 'confirm' });
  }, [data, dataUpdatedAt, elsewhere]);
}

async function holdAgain(host: Host, order: Order, setStep: (step: (step: PaymentStep | null) => PaymentStep | null) => void) {
  const renew = (change: Partial<Extract<PaymentStep, { at: 'processing' }>>) =>
    setStep((now) => (now?.at === 'processing' ? { ...now, ...change } : now));
  try {
    const reservation = await reserveSeat(host, order);
    setStep((now) =>
      now?.at === 'processing' && 'reservation' in now.progress
        ? { at: 'processing', progress: { ...now.progress, reservation } }
        : now,
    );
  } catch (error) {
    renew({ lapsed: error instanceof Error ? error.message : '' });
  }
}

/** Refusals that speak of the team. */
const OF_THE_TEAM: ReadonlySet<string> = new Set(['SQUAD_INVALID', 'LINEUP_INVALID', 'VALIDATION_FAILED']);
/** A payment for this game is known to the server. */
const ON_ITS_WAY: ReadonlySet<string> = new Set(['PAYMENT_PENDING', 'RESERVATION_MISMATCH']);

/** PAY-10 for a transfer; a reservation that was refused reads alike, its sentence being the server's (PAY-17). */
function failureOf(error: unknown): PaymentFailure {
  if (!(error instanceof TouchlineError)) return transferErrorOf(error);
  const title = 'Failed to join game';
  const { code, status, message } = error;
  if (status === 0)
    return { title, message: TRANSFER_TEXT.NETWORK_ERROR, type: 'network', code: 'NETWORK_ERROR' };
  if (code === 'NOT_FOUND') return { title, message: 'Game data not found', type: 'game', code };
  return { title, message: message || title, type: 'game', code };
}
