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

/** Current tier, and the tier with this amount added (STAKE-06). */
export function TierPreview({ staked, adding }: TierPreviewProps) {
  const current = staked === null ? null : findStakeTier(staked);
  const next = findStakeTier((staked ?? 0n) + adding);
  return (
    <dl className={classes.preview} aria-live="polite">
      <div>
        <dt>Now</dt>
        {current ? <TierWithCoefficient tier={current} /> : <dd>Not known yet</dd>}
      </div>
      <IconArrowRight size={20} aria-hidden="true" />
      <div data-lifted={(current !== null && next.min > current.min) || undefined}>
        <dt>{current ? 'With this stake' : 'With this stake, at least'}</dt>
        <TierWithCoefficient tier={next} />
      </div>
    </dl>
  );
}

function TierWithCoefficient({ tier }: { tier: Tier }) {
  return (
    <dd>
      <TierMark tier={tier} />
      <span className={classes.factor}>{formatCoefficient(tier.coefficient_thousandths / 1000)}</span>
    </dd>
  );
}
