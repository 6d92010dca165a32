import type { ReactNode } from 'react';
import { StatePanel } from './StatePanel.tsx';

const BALL = (
  <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.7" strokeLinejoin="round">
    <title>Ball</title>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7.5l4.3 3.1-1.6 5H9.3l-1.6-5zM12 7.5V3.2M16.3 10.6l4.2-1.3M14.7 15.6l2.6 3.5M9.3 15.6l-2.6 3.5M7.7 10.6L3.5 9.3" />
  </svg>
);

export interface EmptyStateProps {
  /** Such as "No players found". */
  title: string;
  /** One sentence with the reason, or when that will change. */
  children?: ReactNode;
  /** The most useful next step. */
  action?: ReactNode;
  icon?: ReactNode;
}

/** An empty page or list, with the next step for the user. */
export function EmptyState({ title, children, action, icon = BALL }: EmptyStateProps) {
  return (
    <StatePanel tone="empty" icon={icon} title={title} action={action}>
      {children}
    </StatePanel>
  );
}
