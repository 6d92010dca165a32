import { MIN_STAKE, type Tier } from '@touchline/rules/tiers';
import { TOKEN_WEI } from '@touchline/rules/tokens';

const MIN_WEI = BigInt(MIN_STAKE) * TOKEN_WEI;

/** Wei that lift a wallet with this much staked into a tier; at least what a stake must be. */
export function tokensToReach(tier: Tier, staked: bigint): bigint {
  const missing = BigInt(tier.min) * TOKEN_WEI - staked;
  return missing < MIN_WEI ? MIN_WEI : missing;
}

/** Wei that are missing to a tier. */
export function missingTo(tier: Tier, staked: bigint): bigint {
  return BigInt(tier.min) * TOKEN_WEI - staked;
}

/** How far a wallet has come from the beginning of its tier to the next one, 0 to 1. */
export function shareOfTier(tier: Tier, next: Tier, staked: bigint): number {
  const from = BigInt(tier.min) * TOKEN_WEI;
  const length = BigInt(next.min - tier.min) * TOKEN_WEI;
  return Number(((staked - from) * 10_000n) / length) / 10_000;
}
