import { ErrorState } from '@touchline/ui/ErrorState';
import type { ReactNode } from 'react';

export interface LoadFailedProps {
  /** Such as "Failed to load leaderboard". */
  title: string;
  query: { refetch(): unknown; isFetching: boolean };
  /** One sentence: what is safe, and what may help. */
  children?: ReactNode;
}

/** The error of a query without data, with a retry button. */
export const LoadFailed = ({ title, query, children }: LoadFailedProps) => (
  <ErrorState title={title} onRetry={() => void query.refetch()} retrying={query.isFetching}>
    {children}
  </ErrorState>
);
