import type { Metrics } from '@touchline/service-kit/process/metrics';

export type PaymentMetrics = ReturnType<typeof createPaymentMetrics>;

/** Creates the metrics of payments, which have no effect without `metrics`. */
export function createPaymentMetrics(metrics: Metrics | undefined) {
  const ended = metrics?.counter('games_payments_ended_total', 'Reservations that ended, by outcome', [
    'outcome',
  ]);
  const block = metrics?.gauge('games_payments_scanned_block', 'Last block read for entry fees');
  const due = metrics?.gauge(
    'games_payments_refund_due',
    'Payments that are due for a refund or cannot be matched',
  );
  const suspended = metrics?.gauge(
    'games_entries_suspended',
    'Entries whose payment was removed by a chain reorganisation',
  );
  const unexplained = metrics?.gauge(
    'games_treasury_transfers_unexplained',
    'Transfers from the treasury that match no payout and are not explained',
  );
  return {
    /** Counts an ended reservation by outcome: JOINED, EXPIRED or the code of the failure. */
    ended: (outcome: string) => ended?.inc({ outcome }),
    scanned: (number: number) => block?.set(number),
    refundsDue: (count: number) => due?.set(count),
    suspended: (count: number) => suspended?.set(count),
    unexplained: (count: number) => unexplained?.set(count),
  };
}
