import { findStakeTier } from '@touchline/rules/stakes';
import { formatCoefficient, nextTier } from '@touchline/rules/tiers';
import { weiToTokens } from '@touchline/rules/tokens';
import { Button, Stack, Text } from '@touchline/ui/base';
import { Progress } from '@touchline/ui/data';
import { formatTokens, formatTokensCompact } from '@touchline/ui/format';
import { computeMissing, computeProgress, computeStakeToReach } from '../tiers/next-tier.ts';
import classes from './CurrentStaking.module.css';

interface NextTierProps {
  staked: bigint;
  /** Null while staking is closed. */
  onStake: ((wei: bigint) => void) | null;
}

/** Amount missing to the next tier, and a button to stake it. */
export function NextTier({ staked, onStake }: NextTierProps) {
  const tier = findStakeTier(staked);
  const next = nextTier(tier);
  if (!next)
    return <Text>You're in the top tier: {formatCoefficient(tier.coefficient_thousandths / 1000)}.</Text>;
  const missing = weiToTokens(computeMissing(next, staked));
  const progress = computeProgress(tier, next, staked);
  return (
    <Stack gap={10} align="flex-start">
      <div className={classes.way}>
        <Progress
          value={progress * 100}
          color="grass"
          size="lg"
          aria-label={`Progress from ${tier.label} to ${next.label}`}
        />
        <span>
          {tier.label} {formatTokensCompact(tier.min)}
        </span>
        <span>
          {next.label} {formatTokensCompact(next.min)}
        </span>
      </div>
      <Text>
        <strong>{formatTokens(missing)} FOOTBALL</strong> more to reach <strong>{next.label}</strong>,{' '}
        {formatCoefficient(next.coefficient_thousandths / 1000)}.
      </Text>
      {onStake === null ? null : (
        <Button variant="light" onClick={() => onStake(computeStakeToReach(next, staked))}>
          Go for {next.label}
        </Button>
      )}
    </Stack>
  );
}
