import type { PaymentFailure } from '@touchline/ui/PaymentFailedPanel';
import type { Progress } from './pay-entry.ts';
import type { TrackedPayment } from './use-payments.ts';

/** Delay between payment and join (PAY-05). */
const JOIN_DELAY_MS = 2_000;
/** Without a confirmation by then, the hash is sent to the server, which extends the hold to 30 minutes. */
const SLOW_CONFIRMATION_MS = 30_000;

/** The current step of the payment dialog. */
export type PaymentStep =
  | { at: 'confirm' }
  /** `lapsed` holds the reason why the hold could not be extended, and when a retry is possible (epoch ms), if known. */
  | { at: 'processing'; progress: Progress; lapsed?: { message: string; retryAt: number | null } }
  | { at: 'success'; hash: string }
  /** `failure` is null once the user has cleared it. No seat can be reserved before `retryAt` (epoch ms). */
  | { at: 'failed'; failure: PaymentFailure | null; retryAt?: number | null }
  /** A payment of this wallet awaits its entry. This tab has no record of it, or the finishing step replaces this one. */
  | { at: 'elsewhere'; message: string }
  /** Sent but not an entry yet. `confirmed` is true if this page received the receipt. */
  | { at: 'finishing'; payment: TrackedPayment; confirmed: boolean };

export type ProcessingStep = Extract<PaymentStep, { at: 'processing' }>;

/** The step below the finishing step. It remains if another tab finishes the payment and removes the record. */
export const AWAITING_ENTRY: PaymentStep = { at: 'elsewhere', message: '' };

/** Returns the time in ms after which the payment is finished in the background; null without a limit. */
export function getStepDuration(step: PaymentStep | null): number | null {
  if (step?.at === 'success') return JOIN_DELAY_MS;
  return step?.at === 'processing' && step.progress.step === 'sent' ? SLOW_CONFIRMATION_MS : null;
}
