import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';

interface LoadedProps {
  /** Shown until the code is loaded. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** A part of a page that the rest can do without: it appears once its code is loaded, and vanishes if that fails. */
export function Loaded({ fallback = null, children }: LoadedProps) {
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  );
}
