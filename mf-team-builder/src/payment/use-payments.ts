import { useHost } from '@touchline/host/host';
import { useQueries } from '@touchline/host/query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { TEAM_BUILDER_KEY } from '../query-key.ts';
import type { PaymentOutcome } from './finish-payment.ts';
import { getPaymentOutcomeQueryOptions } from './payment.queries.ts';
import {
  type PaymentRecord,
  paymentRecords,
  parseRecords,
  type SentPayment,
  wasSent,
} from './payment-records.ts';

/** A payment that was sent, with its outcome so far. */
export interface TrackedPayment {
  record: SentPayment;
  outcome: PaymentOutcome;
  /** The server has answered since the page was loaded. */
  answered: boolean;
  checking: boolean;
  /** Asks the server now. */
  check: () => void;
  /** Removes the record of a refused payment. */
  dismiss: () => void;
}

interface PaymentsOptions {
  /** Payments for this game only; null: none. */
  gameId?: string | null;
  /** Do not ask the server yet. */
  paused?: boolean;
  /** Called when a payment has become an entry; the default is a notification. */
  onJoined?: (record: SentPayment) => void;
}

/** All payments of a wallet that this browser knows. */
export function useRecords(wallet: string): PaymentRecord[] {
  const snapshot = useSyncExternalStore(paymentRecords.subscribe, () => paymentRecords.snapshot(wallet));
  return useMemo(() => parseRecords(snapshot), [snapshot]);
}

/** Finishes the wallet's payments on whichever page it is mounted, so that reloads and closed tabs lose none. */
export function usePayments(
  wallet: string,
  { gameId, paused = false, onJoined }: PaymentsOptions = {},
): TrackedPayment[] {
  const host = useHost();
  const records = useRecords(wallet).filter(
    (record): record is SentPayment => wasSent(record) && (gameId === undefined || record.game.id === gameId),
  );
  const results = useQueries({
    queries: records.map((record) => ({
      ...getPaymentOutcomeQueryOptions(host, record),
      enabled: !paused && !record.refusal,
    })),
  });
  const payments = records.map((record, index): TrackedPayment => {
    const result = results[index];
    return {
      record,
      outcome: resolveOutcome(record, result?.data),
      answered: result?.data !== undefined || record.refusal !== undefined,
      checking: result?.isFetching ?? false,
      check: () => void result?.refetch(),
      dismiss: () => void paymentRecords.remove(record),
    };
  });
  // Runs after every render: once a record is updated or removed there is nothing left to do.
  useEffect(() => {
    for (const { record, outcome } of payments) {
      storeRejection(record, outcome);
      if (outcome.state !== 'joined' || !paymentRecords.remove(record)) continue;
      void host.queryClient.invalidateQueries({ queryKey: TEAM_BUILDER_KEY });
      if (onJoined) onJoined(record);
      else
        host.notify({
          kind: 'success',
          title: 'Team created',
          message: `Your team is in ${record.game.name}. Good luck!`,
        });
    }
  });
  return payments;
}

/** A final refusal is stored: after a reload it is shown without asking again. */
function storeRejection(record: SentPayment, outcome: PaymentOutcome): void {
  if (outcome.state !== 'refused' || !outcome.final || record.refusal) return;
  const { code, message } = outcome;
  paymentRecords.save({ ...record, refusal: { code, message } });
}

function resolveOutcome(record: SentPayment, answer: PaymentOutcome | undefined): PaymentOutcome {
  if (record.refusal) return { state: 'refused', ...record.refusal, final: true };
  return answer ?? { state: 'pending' };
}
