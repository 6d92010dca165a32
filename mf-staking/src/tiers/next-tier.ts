import { MIN_WEI } from '@touchline/rules/stakes';
import type { Tier } from '@touchline/rules/tiers';
import { TOKEN_WEI } from '@touchline/rules/tokens';

/** Wei to stake to reach a tier; at least the minimum stake. */
export function computeStakeToReach(tier: Tier, staked: bigint): bigint {
  const missing = BigInt(tier.min) * TOKEN_WEI - staked;
  return missing < MIN_WEI ? MIN_WEI : missing;
}

/** Wei missing to a tier. */
export function computeMissing(tier: Tier, staked: bigint): bigint {
  return BigInt(tier.min) * TOKEN_WEI - staked;
}

/** Progress from the current tier to the next one, 0 to 1. */
export function computeProgress(tier: Tier, next: Tier, staked: bigint): number {
  const from = BigInt(tier.min) * TOKEN_WEI;
  const length = BigInt(next.min - tier.min) * TOKEN_WEI;
  return Number(((staked - from) * 10_000n) / length) / 10_000;
}
