import type { ReactNode } from 'react';
import classes from './PageHeader.module.css';

export interface PageHeaderProps {
  title: string;
  subtitle?: ReactNode;
  /** Above the title: the parent page or the gameweek. */
  eyebrow?: ReactNode;
  /** Buttons at the end of the row. */
  actions?: ReactNode;
}

/** The page's only h1 with its actions. */
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
