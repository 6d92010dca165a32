import type { PaymentFailure } from '@touchline/ui/PaymentFailedPanel';

/** What a stake changed. */
export interface CoefficientUpdate {
  updatedParticipations: number;
  newCoefficient: number;
}

/** Progress of a stake. From `processing` on, the tokens have been sent and must not be requested again. */
export type StakePhase =
  | { name: 'idle' }
  /** Checked, then confirmed in the wallet. */
  | { name: 'confirming'; amount: string }
  | { name: 'processing'; amount: string }
  /** `slow`: the server has not seen the transfer for a while. */
  | { name: 'recording'; amount: string; slow: boolean }
  /** Nothing was sent: the user rejected the transaction in the wallet, or staking is closed. */
  | { name: 'rejected'; message: string }
  | { name: 'failed'; sentence: StakeSentence; failure: PaymentFailure }
  | { name: 'done'; amount: string; hash: string; update: CoefficientUpdate | undefined };

/** STAKE-14, by the step that failed. */
export const SENTENCES = {
  initiate: 'Failed to initiate staking',
  process: 'Failed to process staking',
  record: 'Failed to create staking record',
} as const;
export type StakeSentence = (typeof SENTENCES)[keyof typeof SENTENCES];

/** Whether a stake is in progress. There is only one at a time. */
export const isBusy = ({ name }: StakePhase) =>
  name === 'confirming' || name === 'processing' || name === 'recording';

/** STAKE-13 */
export function buttonText(phase: StakePhase): string {
  const texts: Partial<Record<StakePhase['name'], string>> = {
    confirming: 'Confirming...',
    processing: 'Processing...',
    recording: 'Creating Record...',
    rejected: 'Try Again',
  };
  return texts[phase.name] ?? 'Stake';
}

/** STAKE-11 */
export function successTexts({ amount, update }: Extract<StakePhase, { name: 'done' }>): string[] {
  const staked = `Successfully staked ${amount} tokens!`;
  if (!update) return [staked];
  const { updatedParticipations, newCoefficient } = update;
  return [
    staked,
    `Updated ${updatedParticipations} active game participations with new ${newCoefficient}x multiplier!`,
  ];
}
