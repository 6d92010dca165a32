import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';

/** Shows a part of the wallet control once its code is loaded, and nothing before. */
export function Loaded({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}
