import type { ReactNode } from 'react';
import classes from './StakingPage.module.css';

interface PanelProps {
  /** Of its heading, unique on the page. */
  id: string;
  title: string;
  children: ReactNode;
}

/** A part of the page, named by its heading. */
export function Panel({ id, title, children }: PanelProps) {
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        {title}
      </h2>
      {children}
    </section>
  );
}
