import { formatCoefficient, TIERS, type Tier } from '@touchline/rules/tiers';
import { Badge, Group } from '@touchline/ui/base';
import { formatTokensCompact } from '@touchline/ui/format';
import { TierMark } from '../tiers/TierMark.tsx';
import { Panel } from './Panel.tsx';
import classes from './StakingPage.module.css';

/** List of all tiers with their ranges. The user's tier is marked (STAKE-04). */
export function TierList({ current }: { current: Tier | null }) {
  return (
    <Panel id="tiers" title="Coefficient Tiers">
      <ol className={classes.tiers}>
        {TIERS.map((tier) => (
          <li
            key={tier.label}
            className={classes.tier}
            aria-current={tier.min === current?.min ? 'true' : undefined}
          >
            <Group component="span" gap="0.125rem 0.5rem" miw={0}>
              <TierMark tier={tier} />
              {tier.min === current?.min ? <Badge color="grass">Current</Badge> : null}
            </Group>
            <span className={classes.range}>{formatRange(tier)}</span>
            <span className={classes.tierFactor}>
              {formatCoefficient(tier.coefficient_thousandths / 1000)}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function formatRange({ min, max }: Tier): string {
  return max === null
    ? `${formatTokensCompact(min)}+`
    : `${formatTokensCompact(min)} – ${formatTokensCompact(max)}`;
}
