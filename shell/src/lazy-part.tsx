import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { LoadFailed } from './LoadFailed.tsx';

interface PartOptions {
  /** Shown until the code is loaded. */
  fallback?: ReactNode;
  /** Sentence that appears with "Try Again" if the code cannot be loaded. Without it, the part vanishes. */
  failed?: string;
  /** Shown below this sentence. */
  action?: ReactNode;
}

/**
 * Creates a part of a page whose code is loaded when it is first shown, and whose failure does not affect the rest. Unlike React's
 * `lazy`, which never repeats a failed load, "Try Again" and a new opening load the code again.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { fallback = null, failed, action }: PartOptions = {},
): ComponentType<Props> {
  const create = () => lazy(async () => ({ default: await load() }));
  let next = create();
  return (props) => {
    const [Part, setPart] = useState(() => next);
    return (
      <ErrorBoundary
        onError={() => {
          next = create();
        }}
        onReset={() => setPart(() => next)}
        fallbackRender={({ resetErrorBoundary }) =>
          failed ? (
            <>
              <LoadFailed onRetry={resetErrorBoundary} retrying={false}>
                {failed}
              </LoadFailed>
              {action}
            </>
          ) : null
        }
      >
        <Suspense fallback={fallback}>
          <Part {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  };
}
