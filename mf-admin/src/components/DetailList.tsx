import type { ReactNode } from 'react';
import classes from './components.module.css';

/** Labels with their values. Leaves out those whose value is null. */
export function DetailList({
  details,
}: {
  details: readonly (readonly [label: string, value: ReactNode])[];
}) {
  return (
    <dl className={classes.details}>
      {details.map(([label, value]) =>
        value === null ? null : (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
