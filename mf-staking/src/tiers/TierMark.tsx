import type { CSSProperties } from 'react';
import classes from './TierMark.module.css';

/** Colour and name of a tier. */
export function TierMark({ tier }: { tier: { label: string; color: string } }) {
  return (
    <span className={classes.mark}>
      <span className={classes.swatch} style={{ '--tier': tier.color } as CSSProperties} aria-hidden="true" />
      {tier.label}
    </span>
  );
}
