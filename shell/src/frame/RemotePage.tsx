import type { Remote, RemoteRoute } from '@touchline/api/http/remotes';
import { Suspense, use, useEffect, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useOnline } from '../header/use-online.ts';
import { PageTitle } from '../PageTitle.ts';
import { PAGE_OUTDATED, RemoteFailure } from '../remotes/loader.ts';
import { useShell } from '../shell-context.ts';
import { PageError } from './PageError.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';
import { useLater } from './use-later.ts';

/** The route's label, or a title from its path: "/team-view/:participationId" -> "Team view". */
function buildTitle({ path, label }: RemoteRoute): string {
  const words = (path.split('/')[1] ?? '').replaceAll('-', ' ');
  return label ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** One page of a remote: loads its code on the first visit and contains its failures. */
export function RemotePage({ remote, route }: { remote: Remote; route: RemoteRoute }) {
  const { registry, loader, reports } = useShell();
  const [attempt, setAttempt] = useState(0);
  const [retrying, setRetrying] = useState(false);
  async function retry(error: unknown) {
    setRetrying(true);
    // Only a new page gets another version of a shared module.
    if (getErrorCode(error) === PAGE_OUTDATED) return window.location.reload();
    await refetchFile(error);
    // A fixed version may have been published in the meantime.
    await registry.read();
    loader.forget(remote.name);
    setAttempt((last) => last + 1);
    setRetrying(false);
  }
  return (
    <>
      <PageTitle>{buildTitle(route)}</PageTitle>
      <ErrorBoundary
        resetKeys={[attempt]}
        onError={(error) => {
          // Load failures are reported by the loader.
          const code = getErrorCode(error);
          if (RENDER_FAILURES.has(code)) reports.failed(remote, code, 0);
        }}
        fallbackRender={({ error }) => (
          <RemotePanel
            name={remote.name}
            error={error}
            retrying={retrying}
            onRetry={() => void retry(error)}
          />
        )}
      >
        <Suspense fallback={<RemoteSkeleton name={remote.name} route={route} />}>
          <LoadedRemote remote={remote} path={route.path} />
        </Suspense>
      </ErrorBoundary>
    </>
  );
}

/** Time until a page that renders nothing counts as failed. Longer than the loader's timeout. */
const BLANK_AFTER_MS = 12_000;

function RemoteSkeleton({ name, route }: { name: string; route: RemoteRoute }) {
  if (useLater(BLANK_AFTER_MS)) throw new RemoteFailure(name, 'REMOTE_BLANK');
  return <PageSkeleton route={route} />;
}

function LoadedRemote({ remote, path }: { remote: Remote; path: string }) {
  const { loader, toasts } = useShell();
  const due = useLater();
  useEffect(() => {
    if (due) toasts.preload();
  }, [due, toasts]);
  const Page = use(loader.load(remote)).pages[path];
  if (!Page) throw new RemoteFailure(remote.name, 'REMOTE_PAGE_MISSING');
  return <Page />;
}

/** Failures after the remote has been loaded. */
const RENDER_FAILURES = new Set([
  'REMOTE_CRASHED',
  'REMOTE_INCOMPLETE',
  'REMOTE_PAGE_MISSING',
  'REMOTE_BLANK',
]);

function getErrorCode(error: unknown): string {
  if (error instanceof RemoteFailure) return error.code;
  return isIncomplete(error) ? 'REMOTE_INCOMPLETE' : 'REMOTE_CRASHED';
}

/** True if a file of a lazy page could not be loaded or failed its integrity check. */
const isIncomplete = (error: unknown): error is Error & { request?: string } =>
  error instanceof Error && error.name === 'ChunkLoadError';

/** Refetches a file past the browser cache. Files are cached for a year, so a corrupted copy would fail every time. */
async function refetchFile(error: unknown): Promise<void> {
  if (!isIncomplete(error) || !error.request) return;
  await fetch(error.request, { cache: 'reload' }).catch(() => {});
}

interface RemotePanelProps {
  name: string;
  error: unknown;
  retrying: boolean;
  onRetry: () => void;
}

/**
 * Error panel in place of a remote's page: the remote's name, an error code to report and a retry button. It also retries when the
 * connection returns.
 */
function RemotePanel({ name, error, retrying, onRetry }: RemotePanelProps) {
  const code = getErrorCode(error);
  const onLine = useOnline();
  const mismatch = error instanceof RemoteFailure ? error.mismatch : undefined;
  useEffect(() => {
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [onRetry]);
  return (
    <PageError title="This page is unavailable" onRetry={onRetry} retrying={retrying}>
      <p>
        <strong>{name}</strong> {code === 'REMOTE_CRASHED' ? 'stopped working' : 'could not be loaded'}.{' '}
        {onLine
          ? 'Your teams are safe, and all other pages keep working.'
          : 'Your teams are safe. You are offline: the page loads again when the connection returns.'}
      </p>
      {code === PAGE_OUTDATED && <p>The app was updated after you opened it. Try Again loads it again.</p>}
      <p>
        Error code: <code>{code}</code>
        {mismatch && ` (needs ${mismatch.module} ${mismatch.required}, this page has ${mismatch.provided})`}
      </p>
    </PageError>
  );
}
