import type { ReactNode } from 'react';
import classes from './system.module.css';

interface ItemProps {
  name: string;
  /** State next to the name. */
  badge?: ReactNode;
  children: ReactNode;
}

/** Card of a service or remote. No landmark: the same name can be a service and a remote. */
export function Item({ name, badge, children }: ItemProps) {
  return (
    <article className={classes.item} aria-label={name}>
      <h3 className={classes.itemName}>
        {name}
        {badge}
      </h3>
      {children}
    </article>
  );
}

/** Short lines, one below the other. */
export function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className={classes.list}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
