import { hasFirstLoadFailed } from '@touchline/host/load-errors';
import type { useQuery } from '@touchline/host/query';
import { LoadedAge } from '@touchline/ui/DataAge';
import { type ReactNode, useId } from 'react';
import classes from './LoadedSection.module.css';
import { LoadFailed } from './LoadFailed.tsx';

interface LoadedSectionProps {
  /** Subject of the sentences about age and failure, such as "Your teams". */
  what: string;
  /** Second sentence after a failed first load. */
  note?: string;
  /** Default: `what`. */
  title?: ReactNode;
  /** Link or switch at the end of the heading. */
  aside: ReactNode;
  query: ReturnType<typeof useQuery>;
  /** Replaces the age of the query's data. */
  age?: ReactNode;
  /** The list, or the space for it until it is loaded. */
  children: ReactNode;
}

/** A titled section, with its age if it is not current. Its list is replaced by "Try Again" if the first load failed. */
export function LoadedSection({
  what,
  note = '',
  title = what,
  aside,
  query,
  age,
  children,
}: LoadedSectionProps) {
  const id = useId();
  const { data, dataUpdatedAt: at, isRefetchError: failed } = query;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {title}
        {aside}
      </h2>
      {age === undefined && data ? <LoadedAge what={what} at={at} failed={failed} now={Date.now()} /> : age}
      {hasFirstLoadFailed(query) ? (
        <LoadFailed onRetry={() => void query.refetch()} retrying={query.isFetching}>
          {`${what} could not be loaded. ${note}`.trim()}
        </LoadFailed>
      ) : (
        children
      )}
    </section>
  );
}
