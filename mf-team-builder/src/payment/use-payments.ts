import { useHost } from '@touchline/host/host';
import { useQueries } from '@touchline/host/query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { TEAM_BUILDER_KEY } from '../query-key.ts';
import { mayStillBeMined, type PaymentOutcome } from './finish-payment.ts';
import { getPaymentOutcomeQueryOptions } from './payment.queries.ts';
import {
  type PaymentRecord,
  type PaymentRecords,
  parseRecords,
  type SentPayment,
  usePaymentRecords,
  wasSent,
} from './payment-records.ts';

/** A payment that was sent, with its outcome so far. */
export interface TrackedPayment {
  record: SentPayment;
  outcome: PaymentOutcome;
  /** True once the server has responded since the page was loaded, or a stored rejection exists. */
  hasResponse: boolean;
  checking: boolean;
  /** Requests the outcome from the server now. */
  check: () => void;
  /** Removes the record of a rejected payment. */
  dismiss: () => void;
}

interface PaymentsOptions {
  /** Limits the payments to this game; null selects none. */
  gameId?: string | null;
  /** Suspends requests to the server. */
  paused?: boolean;
  /** Called when a payment has become an entry. The default shows a notification. */
  onJoined?: (record: SentPayment) => void;
}

/** Returns all payments of a wallet known to this browser. */
export function useRecords(wallet: string): PaymentRecord[] {
  const records = usePaymentRecords();
  const snapshot = useSyncExternalStore(records.subscribe, () => records.snapshot(wallet));
  return useMemo(() => parseRecords(snapshot), [snapshot]);
}

/** Finishes the wallet's payments on every page that mounts it, so that reloads and closed tabs lose none. */
export function usePayments(
  wallet: string,
  { gameId, paused = false, onJoined }: PaymentsOptions = {},
): TrackedPayment[] {
  const host = useHost();
  const records = usePaymentRecords();
  const sent = useRecords(wallet).filter(
    (record): record is SentPayment => wasSent(record) && (gameId === undefined || record.game.id === gameId),
  );
  const results = useQueries({
    queries: sent.map((record) => ({
      ...getPaymentOutcomeQueryOptions(host, record),
      enabled: !paused && mayChange(record),
    })),
  });
  const payments = sent.map((record, index): TrackedPayment => {
    const result = results[index];
    return {
      record,
      outcome: resolveOutcome(record, result?.data),
      hasResponse: result?.data !== undefined || record.rejection !== undefined,
      checking: result?.isFetching ?? false,
      check: () => void result?.refetch(),
      dismiss: () => void records.remove(record),
    };
  });
  // Safe to run after every render: an updated or removed record is skipped.
  useEffect(() => {
    for (const { record, outcome } of payments) {
      storeRejection(records, record, outcome);
      if (outcome.state !== 'joined' || !records.remove(record)) continue;
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

/** False once the stored rejection is the last outcome. */
const mayChange = ({ rejection }: SentPayment) => !rejection || mayStillBeMined(rejection);

/** Stores a final rejection, so that a reload shows it without another request. */
function storeRejection(records: PaymentRecords, record: SentPayment, outcome: PaymentOutcome): void {
  if (outcome.state !== 'rejected' || !outcome.final || outcome.code === record.rejection?.code) return;
  const { code, message } = outcome;
  records.save({ ...record, rejection: { code, message } });
}

/** Another tab may have stored a later rejection than the fetched outcome, and a failed request changes no stored one. */
function resolveOutcome(record: SentPayment, fetched: PaymentOutcome | undefined): PaymentOutcome {
  const { rejection } = record;
  const failed = fetched?.state === 'unreachable' || (fetched?.state === 'rejected' && !fetched.final);
  if (rejection && (!fetched || failed || !mayChange(record)))
    return { state: 'rejected', ...rejection, final: true };
  return fetched ?? { state: 'pending' };
}
