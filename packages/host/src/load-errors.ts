import { useRef } from 'react';

interface LoadState {
  data: unknown;
  isPlaceholderData: boolean;
  isFetchedAfterMount: boolean;
}

/**
 * True if a query has no data, and an attempt since the component mounted has failed. Stays true during further attempts, for which
 * React Query sets such a query back to pending.
 */
export const hasFirstLoadFailed = ({ data, isPlaceholderData, isFetchedAfterMount }: LoadState): boolean =>
  isFetchedAfterMount && (data === undefined || isPlaceholderData);

/** The error of a query. Stays during further attempts, for which React Query clears it if there is no data. */
export function useLoadError(query: LoadState & { error: Error | null }): Error | null {
  const last = useRef(query.error);
  if (query.error || !hasFirstLoadFailed(query)) last.current = query.error;
  return last.current;
}
