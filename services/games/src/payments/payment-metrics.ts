import type { Metrics } from '@touchline/service-kit/process/metrics';

export interface PaymentMetrics {
  /** Counts an ended reservation by outcome: JOINED, EXPIRED or the code of the failure. */
  ended(outcome: string): void;
  /** Reports the last block that was read. */
  scanned(block: number): void;
  refundsDue(count: number): void;
  suspended(count: number): void;
  /** Reports transfers from the treasury that match no payout and are not explained. */
  unexplained(count: number): void;
}

/** Creates no-op counters without `metrics`. */
export function createPaymentMetrics(metrics: Metrics | undefined): PaymentMetrics {
  if (!metrics) return { ended() {}, scanned() {}, refundsDue() {}, suspended() {}, unexplained() {} };
  const ended = metrics.counter('games_payments_ended_total', 'Reservations that ended, by outcome', [
    'outcome',
  ]);
  const block = metrics.gauge('games_payments_scanned_block', 'Last block read for entry fees');
  const due = metrics.gauge(
    'games_payments_refund_due',
    'Payments that are due for a refund or cannot be matched',
  );
  const suspended = metrics.gauge(
    'games_entries_suspended',
    'Entries whose payment was removed by a chain reorganisation',
  );
  const unexplained = metrics.gauge(
    'games_treasury_transfers_unexplained',
    'Transfers from the treasury that match no payout and are not explained',
  );
  return {
    ended: (outcome) => ended.inc({ outcome }),
    scanned: (number) => block.set(number),
    refundsDue: (count) => due.set(count),
    suspended: (count) => suspended.set(count),
    unexplained: (count) => unexplained.set(count),
  };
}
