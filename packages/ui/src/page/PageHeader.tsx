import type { ReactNode } from 'react';
import classes from './PageHeader.module.css';

export interface PageHeaderProps {
  title: string;
  subtitle?: ReactNode;
  /** Above the title: where one comes from, or which gameweek this is. */
  eyebrow?: ReactNode;
  /** Buttons at the end of the line. */
  actions?: ReactNode;
}

/** The head of a page: its one h1, and what can be done on the whole of it. */
export function PageHeader({ title, subtitle, eyebrow, actions }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        {eyebrow ? <div className={classes.eyebrow}>{eyebrow}</div> : null}
        <h1 className={classes.title}>{title}</h1>
        {subtitle ? <div className={classes.subtitle}>{subtitle}</div> : null}
      </div>
      {actions ? <div className={classes.actions}>{actions}</div> : null}
    </header>
  );
}
