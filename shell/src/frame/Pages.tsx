import { ADMIN_PATH } from '@touchline/api/remote-routes';
import { useWatched } from '@touchline/host/host';
import { Route, Routes } from '@touchline/host/router';
import { lazy, type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useShell } from '../shell-context.ts';
import { NotFoundPage } from './NotFoundPage.tsx';
import { PageError } from './PageError.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';

/** The shell's own pages, which pages of remotes do not need. main.ts loads home with the shell if it is the first page. */
const HomePage = lazy(async () => ({
  default: (await import(/* webpackChunkName: "home" */ '../home/HomePage.tsx')).HomePage,
}));
const AdminPage = lazy(async () => ({
  default: (await import(/* webpackChunkName: "admin" */ './AdminPage.tsx')).AdminPage,
}));
/** Loaded with Module Federation's runtime, which the gateway preloads on pages of remotes. */
const RemotePage = lazy(async () => ({
  default: (await import(/* webpackChunkName: "federation" */ './RemotePage.tsx')).RemotePage,
}));

/** SHELL-01: routes of the shell's own pages and of the remotes. */
export function Pages() {
  const { registry } = useShell();
  const { remotes } = useWatched(registry);
  return (
    <Routes>
      <Route path="/" element={<LoadedPage page={<HomePage />} />} />
      <Route path={ADMIN_PATH} element={<LoadedPage page={<AdminPage />} />} />
      {remotes.flatMap((remote) =>
        remote.routes
          .filter(({ path }) => path !== ADMIN_PATH)
          .map((route) => (
            <Route
              key={`${remote.name} ${route.path}`}
              path={route.path}
              element={
                <LoadedPage
                  key={`${remote.name} ${route.path}`}
                  page={<RemotePage remote={remote} route={route} />}
                />
              }
            />
          )),
      )}
      <Route path="*" element={<UnknownPath />} />
    </Routes>
  );
}

/** A page whose code is loaded first, or an error if that fails. */
function LoadedPage({ page }: { page: ReactNode }) {
  return (
    <ErrorBoundary fallback={<NotLoaded />}>
      <Suspense fallback={<PageSkeleton />}>{page}</Suspense>
    </ErrorBoundary>
  );
}

function NotLoaded() {
  return (
    <PageError title="This page is unavailable" onRetry={() => window.location.reload()}>
      Your teams are safe. Check your connection and try again.
    </PageError>
  );
}

/** Page for unknown paths. Until the registry has been read, the path may belong to a remote. */
function UnknownPath() {
  const { registry } = useShell();
  const { status } = useWatched(registry);
  if (status === 'loading') return <PageSkeleton />;
  if (status === 'ready') return <NotFoundPage />;
  return (
    <PageError title="This page could not be loaded" onRetry={() => void registry.read()}>
      The list of pages is not available right now. Your teams are safe.
    </PageError>
  );
}
