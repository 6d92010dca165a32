import { TouchlineError } from '@touchline/api/errors';
import type { Reservation } from '@touchline/api/http/reservations';
import { useHost } from '@touchline/host/host';
import { useEffect, useRef, useState } from 'react';
import { FeeChanged, type Order, type Progress, payEntry, reserveSeat } from './pay-entry.ts';
import { toFailure } from './payment-failure.ts';
import { usePaymentRecords } from './payment-records.ts';
import { AWAITING_ENTRY, getStepDuration, type PaymentStep, type ProcessingStep } from './payment-step.ts';

const TEAM_CODES: ReadonlySet<string> = new Set(['SQUAD_INVALID', 'LINEUP_INVALID', 'VALIDATION_FAILED']);
/** Codes for a payment that the server already knows. */
const PENDING_CODES: ReadonlySet<string> = new Set(['PAYMENT_PENDING', 'RESERVATION_MISMATCH']);

interface PaymentRunOptions {
  onFeeChanged: (order: Order) => void;
  onTeamRejected: (error: Error) => void;
}

/**
 * Runs payments and holds the current step. An aborted run, also by leaving the page, no longer changes the step and sends no wallet
 * request. A request that was already sent is still recorded.
 */
export function usePaymentRun({ onFeeChanged, onTeamRejected }: PaymentRunOptions) {
  const host = useHost();
  const records = usePaymentRecords();
  const [step, setStep] = useState<PaymentStep | null>(null);
  const [reservation, setReservation] = useState<Reservation | null>(null);
  const [confirmed, setConfirmed] = useState(false);
  const latestRun = useRef(new AbortController());

  useEffect(() => () => latestRun.current.abort(), []);
  useTimeout(getStepDuration(step), awaitEntry);

  /** Returns when a rate-limited request may be repeated (epoch ms); null if the error is not a rate limit. */
  const findRetryTime = (error: unknown) =>
    error instanceof TouchlineError && error.status === 429 && error.retryAfter !== undefined
      ? host.api.now() + error.retryAfter * 1_000
      : null;

  async function pay(order: Order) {
    latestRun.current.abort();
    latestRun.current = new AbortController();
    const { signal } = latestRun.current;
    const show = (next: PaymentStep) => {
      if (!signal.aborted) setStep(next);
    };
    setConfirmed(false);
    setStep({ at: 'processing', progress: { step: 'reserving' } });
    try {
      const onProgress = (progress: Progress) => {
        if (progress.reservation) setReservation(progress.reservation);
        show({ at: 'processing', progress });
      };
      const { hash } = await payEntry(host, order, { records, signal, onProgress });
      setConfirmed(true);
      show({ at: 'success', hash });
    } catch (error) {
      // No error is shown after the user closed the dialog or paid again, or while the entry is awaited.
      if (!signal.aborted) fail(order, error);
    }
  }

  /** Waits for the entry of the sent payment; later responses of the wallet no longer change the step. */
  function awaitEntry() {
    latestRun.current.abort();
    setStep(AWAITING_ENTRY);
  }

  /** Closes the step; later responses of the wallet no longer change it. */
  function leave() {
    latestRun.current.abort();
    setStep(null);
  }

  function fail(order: Order, error: unknown) {
    if (error instanceof FeeChanged) {
      setReservation(error.reservation);
      onFeeChanged({ ...order, fee: error.reservation.amount });
      return setStep({ at: 'confirm' });
    }
    if (error instanceof TouchlineError && PENDING_CODES.has(error.code))
      return setStep({ at: 'elsewhere', message: error.message });
    if (error instanceof TouchlineError && TEAM_CODES.has(error.code)) {
      setStep(null);
      return onTeamRejected(error);
    }
    const failure = toFailure(error);
    // A transaction with a hash may still be mined, so its record is tracked and it is never paid again.
    setStep(failure.hash ? AWAITING_ENTRY : { at: 'failed', failure, retryAt: findRetryTime(error) });
  }

  /** Extends the hold on the seat while the wallet request is open. */
  async function extendHold(order: Order) {
    const update = (change: (current: ProcessingStep) => ProcessingStep) =>
      setStep((current) => (current?.at === 'processing' ? change(current) : current));
    try {
      const extended = await reserveSeat(host, order);
      setReservation(extended);
      update(({ progress }) => {
        // The request in the wallet keeps its recipient.
        const { recipient } = progress.reservation ?? extended;
        return { at: 'processing', progress: { ...progress, reservation: { ...extended, recipient } } };
      });
    } catch (error) {
      const lapsed = { message: error instanceof Error ? error.message : '', retryAt: findRetryTime(error) };
      update((current) => ({ ...current, lapsed }));
    }
  }

  return { step, setStep, reservation, confirmed, pay, leave, extendHold };
}

function useTimeout(ms: number | null, callback: () => void) {
  const latest = useRef(callback);
  latest.current = callback;
  useEffect(() => {
    if (ms === null) return;
    const timer = setTimeout(() => latest.current(), ms);
    return () => clearTimeout(timer);
  }, [ms]);
}
