import type { PaymentFailure } from '@touchline/ui/PaymentFailedPanel';
import type { Progress } from './pay-entry.ts';
import type { TrackedPayment } from './use-payments.ts';

/** PAY-05 */
const JOIN_DELAY_MS = 2_000;
/** After this long without a confirmation the server learns the hash, which extends the hold to 30 minutes. */
const SLOW_CONFIRMATION_MS = 30_000;

/** What the payment dialog shows. */
export type PaymentStep =
  | { at: 'confirm' }
  /** `lapsed`: why the hold on the seat could not be extended, and when it can be (epoch ms), if that is known. */
  | { at: 'processing'; progress: Progress; lapsed?: { message: string; again: number | null } }
  | { at: 'success'; hash: string }
  /** `failure` null: the user has cleared it. `again`: no seat can be reserved until then (epoch ms). */
  | { at: 'failed'; failure: PaymentFailure | null; again?: number | null }
  /** A payment of this wallet is in progress in another tab or on another device. */
  | { at: 'elsewhere'; message: string }
  /** Sent, not yet an entry; `confirmed`: this page saw the receipt. */
  | { at: 'finishing'; payment: TrackedPayment; confirmed: boolean };

export type ProcessingStep = Extract<PaymentStep, { at: 'processing' }>;

/** Steps in which nothing is in progress here: a payment that turns out to be sent replaces them. */
export const IDLE_STEPS: ReadonlySet<PaymentStep['at']> = new Set(['confirm', 'failed', 'elsewhere']);

/** How long a step is shown before the payment is finished in the background; null: no limit. */
export function getStepDuration(step: PaymentStep | null): number | null {
  if (step?.at === 'success') return JOIN_DELAY_MS;
  return step?.at === 'processing' && step.progress.step === 'sent' ? SLOW_CONFIRMATION_MS : null;
}
