import { formatCoefficient, nextTier, TIERS, type Tier } from '@touchline/rules/tiers';
import { Group } from '@touchline/ui/base';
import type { CSSProperties } from 'react';
import classes from './TierLadder.module.css';

const TOP = (TIERS.at(-1) as Tier).coefficient_thousandths;

/** Bar chart of the tiers' coefficients that marks the user's tier (null: unknown). The tier list has the same data as text. */
export function TierLadder({ tier }: { tier: Tier | null }) {
  const next = tier && nextTier(tier);
  const label = tier
    ? `Your tier: ${tier.label}, ${formatCoefficient(tier.coefficient_thousandths / 1000)}.`
    : `Fourteen tiers, from 1x to ${formatCoefficient(TOP / 1000)}.`;
  return (
    <div role="img" aria-label={label}>
      <ol className={classes.rungs} aria-hidden="true">
        {TIERS.map((rung) => (
          <li key={rung.label} data-state={getRungState(rung, tier, next)} style={buildRungStyle(rung)}>
            {rung === tier ? <span className={classes.here}>You</span> : null}
            <span className={classes.rung} />
          </li>
        ))}
      </ol>
      <Group
        component="p"
        className="tl-figures"
        justify="space-between"
        pt={4}
        m={0}
        fz="xs"
        c="dimmed"
        aria-hidden="true"
      >
        <span>1x</span>
        <span>{formatCoefficient(TOP / 1000)}</span>
      </Group>
    </div>
  );
}

function getRungState(rung: Tier, tier: Tier | null, next: Tier | null): string {
  if (!tier) return 'reached';
  if (rung === tier) return 'here';
  if (rung === next) return 'next';
  return rung.min < tier.min ? 'reached' : 'open';
}

const buildRungStyle = (rung: Tier) =>
  ({
    '--tier': rung.color,
    '--height': (rung.coefficient_thousandths - 1000) / (TOP - 1000),
  }) as CSSProperties;
