import type { ReactNode } from 'react';
import classes from './StatePanel.module.css';

interface StatePanelProps {
  tone: 'empty' | 'error';
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** Makes screen readers announce an error immediately. */
  role?: 'alert';
}

/** Layout of empty and error states: icon, title, sentence, action. */
export function StatePanel({ tone, icon, title, children, action, role }: StatePanelProps) {
  return (
    <div className={classes.panel} data-tone={tone} role={role}>
      <span className={classes.icon} aria-hidden="true">
        {icon}
      </span>
      <h2 className={classes.title}>{title}</h2>
      {children ? <div className={classes.text}>{children}</div> : null}
      {action ? <div className={classes.action}>{action}</div> : null}
    </div>
  );
}
