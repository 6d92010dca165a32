import { COEFFICIENT_ONE } from './earned.ts';
import { MAX_STAKE, MIN_STAKE, type Tier, findTier } from './tiers.ts';
import { TOKEN_WEI, tokensToWei } from './tokens.ts';

/** A change of a wallet's active stake; `at` in epoch ms by the server's clock, `delta` in wei. */
export interface StakeChange {
  at: number;
  delta: bigint;
}

/** From `at` (epoch ms) on, the wallet's coefficient is `coefficient` thousandths. */
export interface CoefficientStep {
  at: number;
  coefficient: number;
}

/** The least that can be staked. */
export const MIN_WEI = BigInt(MIN_STAKE) * TOKEN_WEI;
/** The most that a wallet can have staked. */
export const MAX_WEI = BigInt(MAX_STAKE) * TOKEN_WEI;

/** The tier of a total in wei; fractions of a token do not count. */
export function findStakeTier(wei: bigint): Tier {
  return findTier(Number(wei / TOKEN_WEI));
}

/** Why an amount cannot be staked on top of what the wallet has staked, both in wei; null when it can. */
export function stakeRejection(wei: bigint, staked: bigint): 'BELOW_MINIMUM' | 'OVER_MAXIMUM' | null {
  if (wei < MIN_WEI) return 'BELOW_MINIMUM';
  return staked + wei > MAX_WEI ? 'OVER_MAXIMUM' : null;
}

/** The specification's messages for amounts that cannot be staked. */
export const STAKE_MESSAGES = {
  INVALID: 'Please enter a valid amount',
  BELOW_MINIMUM: 'Minimum staking amount is 1,000 tokens',
  OVER_MAXIMUM: 'Maximum staking amount is 10,000,000 tokens',
} as const;

/**
 * Checks a typed amount.
 * @param staked already staked, in wei
 * @returns the amount in wei, or the error message
 */
export function readStakeAmount(text: string, staked = 0n): { wei: bigint } | { error: string } {
  const wei = parseTypedAmount(text);
  if (wei === null || wei === 0n) return { error: STAKE_MESSAGES.INVALID };
  const reason = stakeRejection(wei, staked);
  return reason ? { error: STAKE_MESSAGES[reason] } : { wei };
}

/** Tolerates a trailing dot while typing. */
function parseTypedAmount(text: string): bigint | null {
  try {
    return tokensToWei(text.replace(/\.$/, ''));
  } catch {
    return null;
  }
}

/** The coefficient history of a wallet: one step per change. Changes in the same millisecond count as one. */
export function coefficientSteps(changes: readonly StakeChange[]): CoefficientStep[] {
  const steps: CoefficientStep[] = [];
  let total = 0n;
  const inOrder = [...changes].sort((a, b) => a.at - b.at);
  for (const [index, { at, delta }] of inOrder.entries()) {
    total += delta;
    const coefficient = findStakeTier(total).coefficient_thousandths;
    if (inOrder[index + 1]?.at === at || coefficient === (steps.at(-1)?.coefficient ?? COEFFICIENT_ONE))
      continue;
    steps.push({ at, coefficient });
  }
  return steps;
}

/**
 * The coefficient (thousandths) just before a moment (epoch ms; Infinity: the latest). A gameweek uses the one before
 * its first kick-off that actually took place (game rules 3).
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
