import { Skeleton } from '@touchline/ui/base';
import classes from './skeletons.module.css';

const times = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Announces loading to screen readers. The shapes are hidden from them. */
function LoadingStatus({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: React.ReactNode;
}) {
  return (
    <div role="status" aria-label={label} className={className}>
      <div aria-hidden="true" className={classes.shapes}>
        {children}
      </div>
    </div>
  );
}

/** Placeholder for the rows of a table or list. */
export function RowsSkeleton({ rows = 8, height = 56, label = 'Loading' }: SkeletonProps) {
  return (
    <LoadingStatus label={label}>
      {times(rows).map((row) => (
        <Skeleton key={row} height={height - 8} radius="md" />
      ))}
    </LoadingStatus>
  );
}

interface SkeletonProps {
  rows?: number;
  /** Height of one row or card in pixels. */
  height?: number;
  label?: string;
}

/** Placeholder for cards in a grid. */
export function CardsSkeleton({ rows = 3, height = 160, label = 'Loading' }: SkeletonProps) {
  return (
    <div role="status" aria-label={label} className={classes.cards}>
      {times(rows).map((card) => (
        <Skeleton key={card} height={height} radius="lg" />
      ))}
    </div>
  );
}

/** Placeholder for a pitch and a bench. */
export function PitchSkeleton({ label = 'Loading the team' }: { label?: string }) {
  return (
    <LoadingStatus label={label} className={classes.pitchBox ?? ''}>
      <div className={classes.pitch} />
      <Skeleton height={96} radius="lg" />
    </LoadingStatus>
  );
}
