import { useHost } from '@touchline/host/host';
import { useQueries, useQueryClient } from '@touchline/host/query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { PaymentOutcome } from './finish-payment.ts';
import { paymentOutcomeQuery } from './payment.queries.ts';
import {
  onRecords,
  type PaymentRecord,
  recordsIn,
  removeRecord,
  type SentPayment,
  saveRecord,
  snapshotOf,
  wasSent,
} from './payment-records.ts';

/** A payment that was sent, and where it stands. */
export interface TrackedPayment {
  record: SentPayment;
  outcome: PaymentOutcome;
  /** The server has been asked since this page came. */
  answered: boolean;
  /** Being asked about right now. */
  checking: boolean;
  /** Asks at once. */
  check: () => void;
  /** Puts a refused one away. */
  dismiss: () => void;
}

interface PaymentsOptions {
  /** Only those for this game; null: none. */
  gameId?: string | null;
  /** Not to be joined yet. */
  paused?: boolean;
  /** One has become an entry; unless given, a notice says so. */
  onJoined?: (record: SentPayment) => void;
}

/** Every payment that this browser knows of a wallet. */
export function useRecords(wallet: string): PaymentRecord[] {
  const snapshot = useSyncExternalStore(onRecords, () => snapshotOf(wallet));
  return useMemo(() => recordsIn(snapshot), [snapshot]);
}

/**
 * Brings the wallet's payments into their games, on whichever page this runs: a reload, a closed tab or another device costs
 * nothing, and nobody pays twice.
 */
export function usePayments(
  wallet: string,
  { gameId, paused = false, onJoined }: PaymentsOptions = {},
): TrackedPayment[] {
  const host = useHost();
  const client = useQueryClient();
  const records = useRecords(wallet).filter(
    (record): record is SentPayment => wasSent(record) && (gameId === undefined || record.game.id === gameId),
  );
  const results = useQueries({
    queries: records.map((record) => ({
      ...paymentOutcomeQuery(host, record),
      enabled: !paused && !record.refusal,
    })),
  });
  const payments = records.map((record, at): TrackedPayment => {
    const result = results[at];
    return {
      record,
      outcome: outcomeOf(record, result?.data),
      answered: result?.data !== undefined || record.refusal !== undefined,
      checking: result?.isFetching ?? false,
      check: () => void result?.refetch(),
      dismiss: () => void removeRecord(record),
    };
  });
  // Without dependencies: what it does once is not there to be done a second time.
  useEffect(() => {
    for (const { record, outcome } of payments) {
      if (outcome.state === 'refused' && outcome.final && !record.refusal) {
        const { code, message } = outcome;
        saveRecord({ ...record, refusal: { code, message } });
      }
      if (outcome.state !== 'joined' || !removeRecord(record)) continue;
      void client.invalidateQueries({ queryKey: ['team-builder'] });
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

function outcomeOf(record: SentPayment, found: PaymentOutcome | undefined): PaymentOutcome {
  if (record.refusal) return { state: 'refused', ...record.refusal, final: true };
  return found ?? { state: 'pending' };
}
