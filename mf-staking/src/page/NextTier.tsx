import { findStakeTier } from '@touchline/rules/stakes';
import { formatCoefficient, nextTier } from '@touchline/rules/tiers';
import { weiToTokens } from '@touchline/rules/tokens';
import { Button } from '@touchline/ui/base';
import { Progress } from '@touchline/ui/data';
import { formatTokens, formatTokensCompact } from '@touchline/ui/format';
import { missingTo, progressToNext, tokensToReach } from '../tiers/next-tier.ts';
import classes from './CurrentStaking.module.css';

interface NextTierProps {
  staked: bigint;
  /** Null while staking is closed. */
  onStake: ((wei: bigint) => void) | null;
}

/** What is missing to the next tier, and a button to stake it. */
export function NextTier({ staked, onStake }: NextTierProps) {
  const tier = findStakeTier(staked);
  const next = nextTier(tier);
  if (!next)
    return (
      <p className={classes.next}>
        You have the top tier: {formatCoefficient(tier.coefficient_thousandths / 1000)}.
      </p>
    );
  const missing = weiToTokens(missingTo(next, staked));
  const progress = progressToNext(tier, next, staked);
  return (
    <div className={classes.next}>
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
      <p>
        <strong>{formatTokens(missing)} FOOTBALL</strong> more takes you to <strong>{next.label}</strong>,{' '}
        {formatCoefficient(next.coefficient_thousandths / 1000)}.
      </p>
      {onStake === null ? null : (
        <Button variant="light" onClick={() => onStake(tokensToReach(next, staked))}>
          Go for {next.label}
        </Button>
      )}
    </div>
  );
}
