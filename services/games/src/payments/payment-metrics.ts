import type { Metrics } from '@touchline/service-kit/metrics';

export interface PaymentMetrics {
  /** A reservation ended: JOINED, or the code of what was wrong. */
  ended(outcome: string): void;
  /** The last block that was read. */
  scanned(block: number): void;
  refundsDue(count: number): void;
  suspended(count: number): void;
  /** Transfers of the treasury that pay nothing that is known. */
  unexplained(count: number): void;
}

/** Without metrics, counters that do nothing. */
export function createPaymentMetrics(metrics: Metrics | undefined): PaymentMetrics {
  if (!metrics) return { ended() {}, scanned() {}, refundsDue() {}, suspended() {}, unexplained() {} };
  const ended = metrics.counter('games_payments_ended_total', 'Reservations that ended, by outcome', [
    'outcome',
  ]);
  const block = metrics.gauge('games_payments_scanned_block', 'Last block read for entry fees');
  const due = metrics.gauge('games_payments_refund_due', 'Payments that are owed back or cannot be matched');
  const suspended = metrics.gauge(
    'games_entries_suspended',
    'Entries whose payment a reorganisation removed',
  );
  const unexplained = metrics.gauge(
    'games_treasury_transfers_unexplained',
    'Transfers of the treasury that pay no payout',
  );
  return {
    ended: (outcome) => ended.inc({ outcome }),
    scanned: (number) => block.set(number),
    refundsDue: (count) => due.set(count),
    suspended: (count) => suspended.set(count),
    unexplained: (count) => unexplained.set(count),
  };
}
