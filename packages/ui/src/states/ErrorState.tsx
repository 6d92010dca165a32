import { Button } from '@touchline/ui/base';
import type { ReactNode } from 'react';
import { StatePanel } from './StatePanel.tsx';

const WHISTLE = (
  <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.9" strokeLinecap="round">
    <title>Warning</title>
    <path d="M12 8v5M12 16.5v.01M10.3 3.9L2.6 17.4A2 2 0 0 0 4.3 20.4h15.4a2 2 0 0 0 1.7-3L13.7 3.9a2 2 0 0 0-3.4 0z" />
  </svg>
);

export interface ErrorStateProps {
  /** Such as "Failed to load leaderboard". */
  title: string;
  /** One sentence: what is safe, and what may help. */
  children?: ReactNode;
  /** Shows a retry button that calls this. */
  onRetry?: () => void;
  retryLabel?: string;
  retrying?: boolean;
}

/** An error message with an optional retry button. */
export function ErrorState({
  title,
  children,
  onRetry,
  retryLabel = 'Try Again',
  retrying = false,
}: ErrorStateProps) {
  const retry = onRetry ? (
    <Button onClick={onRetry} loading={retrying} variant="default">
      {retryLabel}
    </Button>
  ) : null;
  return (
    <StatePanel tone="error" role="alert" icon={WHISTLE} title={title} action={retry}>
      {children}
    </StatePanel>
  );
}
