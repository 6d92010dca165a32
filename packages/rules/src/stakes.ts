import { COEFFICIENT_ONE } from './earned.ts';
import { MAX_STAKE, MIN_STAKE, type Tier, tierOf } from './tiers.ts';
import { TOKEN_WEI, weiOf } from './tokens.ts';

/** A wallet's active stake grew or shrank; `at` epoch ms by the server's clock, `delta` in wei. */
export interface StakeChange {
  at: number;
  delta: bigint;
}

/** From `at` (epoch ms) on a wallet's coefficient is `coefficient` thousandths. */
export interface CoefficientStep {
  at: number;
  coefficient: number;
}

const MIN_WEI = BigInt(MIN_STAKE) * TOKEN_WEI;
const MAX_WEI = BigInt(MAX_STAKE) * TOKEN_WEI;

/** The tier of a total in wei; fractions of a token never lift it. */
export function tierOfStake(wei: bigint): Tier {
  return tierOf(Number(wei / TOKEN_WEI));
}

/** Why an amount in wei cannot be added to what a wallet has staked already; null when it can. */
export function whyNotStakeable(wei: bigint, staked: bigint): 'BELOW_MINIMUM' | 'OVER_MAXIMUM' | null {
  if (wei < MIN_WEI) return 'BELOW_MINIMUM';
  return staked + wei > MAX_WEI ? 'OVER_MAXIMUM' : null;
}

/** The sentences of the specification for an amount that cannot be staked. */
export const STAKE_MESSAGES = {
  INVALID: 'Please enter a valid amount',
  BELOW_MINIMUM: 'Minimum staking amount is 1,000 tokens',
  OVER_MAXIMUM: 'Maximum staking amount is 10,000,000 tokens',
} as const;

/**
 * Checks what somebody typed as an amount.
 * @param staked what the wallet has staked already, wei
 * @returns the amount in wei, or the sentence that says what is wrong with it
 */
export function readStakeAmount(text: string, staked = 0n): { wei: bigint } | { error: string } {
  const wei = weiOfTyped(text);
  if (wei === null || wei === 0n) return { error: STAKE_MESSAGES.INVALID };
  const reason = whyNotStakeable(wei, staked);
  return reason ? { error: STAKE_MESSAGES[reason] } : { wei };
}

/** People leave a dot at the end while they type. */
function weiOfTyped(text: string): bigint | null {
  try {
    return weiOf(text.replace(/\.$/, ''));
  } catch {
    return null;
  }
}

/**
 * The history of a wallet's coefficient: a step for every moment at which it became another one. What happened in the
 * same millisecond is one moment.
 */
export function coefficientSteps(changes: readonly StakeChange[]): CoefficientStep[] {
  const steps: CoefficientStep[] = [];
  let total = 0n;
  const inOrder = [...changes].sort((a, b) => a.at - b.at);
  for (const [index, { at, delta }] of inOrder.entries()) {
    total += delta;
    const coefficient = tierOfStake(total).coefficient_thousandths;
    if (inOrder[index + 1]?.at === at || coefficient === (steps.at(-1)?.coefficient ?? COEFFICIENT_ONE))
      continue;
    steps.push({ at, coefficient });
  }
  return steps;
}

/**
 * The coefficient (thousandths) by the stakes recorded before a moment (epoch ms; Infinity: all of them). A gameweek's is
 * the one before its first kick-off that really started (game rules 3).
 */
export function coefficientBefore(steps: readonly CoefficientStep[], moment: number): number {
  return steps.findLast(({ at }) => at < moment)?.coefficient ?? COEFFICIENT_ONE;
}

const YEAR_MS = 365 * 86_400_000;

/**
 * Interest on an unlocked stake in wei: 3 % a year, simple, actual time over 365 days, rounded down.
 * @param from start of the lock, epoch ms
 * @param until its end
 */
export function stakeInterest(principal: bigint, from: number, until: number): bigint {
  return (principal * 3n * BigInt(Math.max(0, until - from))) / (100n * BigInt(YEAR_MS));
}
