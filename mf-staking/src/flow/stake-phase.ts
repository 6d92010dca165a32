import type { PaymentFailure } from '@touchline/ui/PaymentFailedPanel';

/** Effect of a stake on the user's entries. */
export interface CoefficientUpdate {
  updatedParticipations: number;
  newCoefficient: number;
}

/** Progress of a stake. From `processing` on, the tokens have been sent and must not be requested again. */
export type StakePhase =
  | { name: 'idle' }
  /** Checks, then confirmation in the wallet. */
  | { name: 'confirming'; amount: string }
  | { name: 'processing'; amount: string }
  /** `slow`: the server has not found the transfer for some time. */
  | { name: 'recording'; amount: string; slow: boolean }
  /** Nothing was sent: the user rejected the transaction in the wallet, or staking is closed. */
  | { name: 'rejected'; message: string }
  | { name: 'failed'; summary: FailureSummary; failure: PaymentFailure }
  | { name: 'done'; amount: string; hash: string; update: CoefficientUpdate | undefined };

/** Summary of a failure by failed step (STAKE-14). */
export const FAILURE_SUMMARIES = {
  initiate: 'Failed to initiate staking',
  process: 'Failed to process staking',
  record: 'Failed to create staking record',
} as const;
export type FailureSummary = (typeof FAILURE_SUMMARIES)[keyof typeof FAILURE_SUMMARIES];

/** True while a stake is in progress. There is only one at a time. */
export const isBusy = ({ name }: StakePhase) =>
  name === 'confirming' || name === 'processing' || name === 'recording';

/** True if the user's next step needs the wallet: nothing is in progress, and no sent tokens are left to record. */
export const needsWallet = (phase: StakePhase) =>
  phase.name === 'idle' || phase.name === 'rejected' || (phase.name === 'failed' && !phase.failure.hash);

/** STAKE-13 */
export function getButtonText(phase: StakePhase): string {
  const texts: Partial<Record<StakePhase['name'], string>> = {
    confirming: 'Confirming...',
    processing: 'Processing...',
    recording: 'Creating Record...',
    rejected: 'Try Again',
  };
  return texts[phase.name] ?? 'Stake';
}

/** STAKE-11 */
export function buildSuccessTexts({ amount, update }: Extract<StakePhase, { name: 'done' }>): string[] {
  const staked = `Successfully staked ${amount} tokens!`;
  if (!update) return [staked];
  const { updatedParticipations, newCoefficient } = update;
  return [
    staked,
    `Updated ${updatedParticipations} active game participations with new ${newCoefficient}x multiplier!`,
  ];
}
