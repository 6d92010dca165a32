import { hasFirstLoadFailed } from '@touchline/host/load-errors';
import { RowsSkeleton } from '@touchline/ui/skeletons';
import type { ComponentProps, ReactNode } from 'react';
import { LoadFailed, type LoadFailedProps } from './LoadFailed.tsx';

interface NotLoadedProps extends Omit<ComponentProps<typeof RowsSkeleton>, 'label'> {
  /** Such as "the table". */
  what: string;
  query: LoadFailedProps['query'] & Parameters<typeof hasFirstLoadFailed>[0];
  /** One sentence: what is safe, and what may help. */
  children?: ReactNode;
}

/** In place of data that a query does not have: a placeholder, or the error once an attempt has failed. */
export const NotLoaded = ({ what, query, children, ...skeleton }: NotLoadedProps) =>
  hasFirstLoadFailed(query) ? (
    <LoadFailed title={`Failed to load ${what}`} query={query}>
      {children}
    </LoadFailed>
  ) : (
    <RowsSkeleton {...skeleton} label={`Loading ${what}`} />
  );
