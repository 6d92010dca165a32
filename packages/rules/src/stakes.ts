import type { LockFixture } from './locks.ts';
import { COEFFICIENT_ONE } from './points.ts';
import { findEditableGameweek, findGameweek, type GameweekRange, hasStarted, type Season } from './season.ts';
import { findTier, MAX_STAKE, MIN_STAKE, type Tier } from './tiers.ts';
import { TOKEN_WEI, tokensToWei } from './tokens.ts';

/** A change of a wallet's active stake; `at` in epoch ms by the server's clock, `delta` in wei. */
export interface StakeChange {
  at: number;
  delta: bigint;
}

/** A step of the coefficient history: `coefficient` thousandths from `at` (epoch ms). */
export interface CoefficientStep {
  at: number;
  coefficient: number;
}

/** Minimum stake, in wei. */
export const MIN_WEI = BigInt(MIN_STAKE) * TOKEN_WEI;
/** Maximum total stake of a wallet, in wei. */
export const MAX_WEI = BigInt(MAX_STAKE) * TOKEN_WEI;

/** Finds the tier of a total in wei; fractions of a token do not count. */
export function findStakeTier(wei: bigint): Tier {
  return findTier(Number(wei / TOKEN_WEI));
}

/** Returns the limit that an additional stake would break, null if none. Both amounts are in wei. */
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
 * Parses and checks a typed amount.
 * @param staked amount already staked, in wei
 * @returns the amount in wei, or the error message
 */
export function readStakeAmount(text: string, staked = 0n): { wei: bigint } | { error: string } {
  const wei = parseTypedAmount(text);
  if (wei === null || wei === 0n) return { error: STAKE_MESSAGES.INVALID };
  const reason = stakeRejection(wei, staked);
  return reason ? { error: STAKE_MESSAGES[reason] } : { wei };
}

/** Parses an amount and tolerates a trailing dot while typing; null if it is invalid. */
function parseTypedAmount(text: string): bigint | null {
  try {
    return tokensToWei(text.replace(/\.$/, ''));
  } catch {
    return null;
  }
}

/** Computes the coefficient history of a wallet, one step per change. Changes in the same millisecond count as one. */
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
 * Returns the coefficient (thousandths) directly before a time (epoch ms; Infinity: the latest). A gameweek uses the coefficient
 * before its first kick-off that actually took place (game rules 3).
 */
export function coefficientBefore(steps: readonly CoefficientStep[], time: number): number {
  return steps.findLast(({ at }) => at < time)?.coefficient ?? COEFFICIENT_ONE;
}

/**
 * Computes the time (epoch ms) before which a stake must be recorded to count in a gameweek: the first actual kick-off.
 * Infinity until the feed reports that kick-off; until then the latest stake counts (game rules 3).
 */
export function computeStakeCutOff({ fixtures }: { fixtures: readonly LockFixture[] }): number {
  return Math.min(
    ...fixtures.flatMap(({ started, kickoff }) => (started && kickoff !== null ? [kickoff] : [])),
  );
}

/** Computes the cut-off of the coefficient that a game displays: that for the running gameweek, else for the next. */
export function computeShownCutOff(season: Season, game: GameweekRange, now: number): number {
  const gameweek = findGameweek(season, findEditableGameweek(season, game, now));
  return gameweek && hasStarted(gameweek, now) ? computeStakeCutOff(gameweek) : Number.POSITIVE_INFINITY;
}

const YEAR_MS = 365 * 86_400_000;

/**
 * Computes the interest on an unlocked stake in wei: simple interest of 3 % per year, actual time over 365 days, rounded down.
 * @param from start of the lock, epoch ms
 * @param until end of the lock, epoch ms
 */
export function stakeInterest(principal: bigint, from: number, until: number): bigint {
  return (principal * 3n * BigInt(Math.max(0, until - from))) / (100n * BigInt(YEAR_MS));
}
