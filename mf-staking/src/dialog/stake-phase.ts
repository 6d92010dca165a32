import type { PaymentFailure } from '@touchline/ui/PaymentFailedPanel';

/** What the response says that a stake changed. */
export interface CoefficientUpdate {
  updatedParticipations: number;
  newCoefficient: number;
}

/** Where a stake stands. From `processing` on the tokens are on their way: nothing is ever asked to be paid again. */
export type StakePhase =
  | { name: 'idle' }
  /** Checked, then asked for in the wallet. */
  | { name: 'confirming'; amount: string }
  | { name: 'processing'; amount: string }
  /** `slow`: the server has not seen the transfer for a while. */
  | { name: 'recording'; amount: string; slow: boolean }
  /** The user said no in his wallet. */
  | { name: 'rejected'; message: string }
  | { name: 'failed'; sentence: StakeSentence; failure: PaymentFailure }
  | { name: 'done'; amount: string; update: CoefficientUpdate | undefined };

/** STAKE-14, by the step that failed. */
export const SENTENCES = {
  initiate: 'Failed to initiate staking',
  process: 'Failed to process staking',
  record: 'Failed to create staking record',
} as const;
export type StakeSentence = (typeof SENTENCES)[keyof typeof SENTENCES];

/** Is something going on that a second stake must wait for? */
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
