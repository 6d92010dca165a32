import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { LoadFailed } from './LoadFailed.tsx';

interface LoadedProps {
  /** Shown until the code is loaded. */
  fallback?: ReactNode;
  /** Sentence that appears with "Try Again" if the code cannot be loaded. Without it, the part vanishes. */
  failed?: string;
  children: ReactNode;
}

/** A part of a page whose failure to load does not affect the rest. */
export function Loaded({ fallback = null, failed, children }: LoadedProps) {
  useEffect(() => forgetFailures, []);
  return (
    <ErrorBoundary
      onReset={forgetFailures}
      fallbackRender={({ resetErrorBoundary }) =>
        failed ? (
          <LoadFailed onRetry={resetErrorBoundary} retrying={false}>
            {failed}
          </LoadFailed>
        ) : null
      }
    >
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** Functions that prepare another load of the parts whose code could not be loaded. */
const retries = new Set<() => void>();

function forgetFailures(): void {
  for (const retry of retries) retry();
  retries.clear();
}

/** Like React's `lazy`, which never repeats a failed load: "Try Again" and a new opening load the code again. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const create = () =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        retries.add(() => {
          Part = create();
        });
        throw error;
      }
    });
  let Part = create();
  return (props) => <Part {...props} />;
}
