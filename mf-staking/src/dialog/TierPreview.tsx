import { findStakeTier } from '@touchline/rules/stakes';
import { formatCoefficient, type Tier } from '@touchline/rules/tiers';
import { IconArrowRight } from '@touchline/ui/icons';
import { TierMark } from '../tiers/TierMark.tsx';
import classes from './StakeDialog.module.css';

interface TierPreviewProps {
  /** Wei; null while unknown. */
  staked: bigint | null;
  /** Wei. */
  adding: bigint;
}

/** The current tier, and the one with this amount (STAKE-06). */
export function TierPreview({ staked, adding }: TierPreviewProps) {
  const now = staked === null ? null : findStakeTier(staked);
  const then = findStakeTier((staked ?? 0n) + adding);
  return (
    <dl className={classes.preview} aria-live="polite">
      <div>
        <dt>Now</dt>
        {now ? <TierWithFactor tier={now} /> : <dd>Not known yet</dd>}
      </div>
      <IconArrowRight size={20} aria-hidden="true" />
      <div data-lifted={(now !== null && then.min > now.min) || undefined}>
        <dt>{now ? 'With this stake' : 'With this stake, at least'}</dt>
        <TierWithFactor tier={then} />
      </div>
    </dl>
  );
}

function TierWithFactor({ tier }: { tier: Tier }) {
  return (
    <dd>
      <TierMark tier={tier} />
      <span className={classes.factor}>{formatCoefficient(tier.coefficient_thousandths / 1000)}</span>
    </dd>
  );
}
