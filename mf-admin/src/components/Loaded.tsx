import { useLoadError } from '@touchline/host/load-errors';
import { CardsSkeleton, RowsSkeleton } from '@touchline/ui/skeletons';
import type { ReactNode } from 'react';
import { ErrorAlert } from './ErrorAlert.tsx';

export interface LoadedProps<Data> {
  query: Parameters<typeof useLoadError>[0] & {
    data: Data | undefined;
    isFetching: boolean;
    refetch(): unknown;
  };
  /** Lower case: "payouts". */
  what: string;
  /** Rows or cards of the skeleton. */
  rows?: number;
  /** Height of a card in pixels. Without it the skeleton has rows. */
  cardHeight?: number;
  /** Instead of the skeleton. */
  placeholder?: ReactNode;
  children(data: Data): ReactNode;
}

/** The data of a query, or a skeleton. An error is shown above data of an earlier response. */
export function Loaded<Data>({
  query,
  what,
  rows = 8,
  cardHeight,
  placeholder,
  children,
}: LoadedProps<Data>) {
  const { data, isFetching, refetch } = query;
  const error = useLoadError(query);
  const skeleton = { rows, label: `Loading ${what}` };
  return (
    <>
      {error ? (
        <ErrorAlert
          title={`Failed to load ${what}`}
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : null}
      {data !== undefined ? (
        children(data)
      ) : error ? null : placeholder ? (
        placeholder
      ) : cardHeight ? (
        <CardsSkeleton {...skeleton} height={cardHeight} />
      ) : (
        <RowsSkeleton {...skeleton} />
      )}
    </>
  );
}
