import { Skeleton } from '@touchline/ui/base';
import type { ReactNode } from 'react';
import classes from './StatCard.module.css';

export interface StatCardProps {
  label: string;
  value: ReactNode;
  /** A short text under the value: "provisional", "after 12 matches". */
  hint?: ReactNode;
  icon?: ReactNode;
  tone?: 'plain' | 'grass' | 'gold' | 'danger';
  /** `lg` for the main number among several. */
  size?: 'md' | 'lg';
  /** Shows a placeholder of the same size. */
  loading?: boolean;
}

/** A labelled number. */
export function StatCard(props: StatCardProps) {
  const { label, value, hint, icon, tone = 'plain', size = 'md', loading = false } = props;
  return (
    <div className={classes.card} data-tone={tone} data-size={size}>
      <span className={classes.label}>
        {icon ? (
          <span className={classes.icon} aria-hidden="true">
            {icon}
          </span>
        ) : null}
        {label}
      </span>
      {loading ? <Skeleton height="2rem" width="60%" /> : <span className={classes.value}>{value}</span>}
      {hint ? <span className={classes.hint}>{hint}</span> : null}
    </div>
  );
}
