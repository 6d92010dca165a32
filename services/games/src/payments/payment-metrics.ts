import type { Metrics } from '@touchline/service-kit/process/metrics';

export type PaymentMetrics = ReturnType<typeof createPaymentMetrics>;

export const createPaymentMetrics = (metrics: Metrics) => ({
  /** By outcome: JOINED, EXPIRED or the code of the failure. */
  ended: metrics.counter('games_payments_ended_total', 'Reservations that ended, by outcome', ['outcome']),
  scanned: metrics.gauge('games_payments_scanned_block', 'Last block read for entry fees'),
  refundsDue: metrics.gauge(
    'games_payments_refund_due',
    'Payments that are due for a refund or cannot be matched',
  ),
  suspended: metrics.gauge(
    'games_entries_suspended',
    'Entries whose payment was removed by a chain reorganisation',
  ),
  unexplained: metrics.gauge(
    'games_treasury_transfers_unexplained',
    'Transfers from the treasury that match no payout and are not explained',
  ),
});
