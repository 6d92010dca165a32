import { ADMIN_PATH } from '@touchline/api/remote-routes';
import { useWatched } from '@touchline/host/host';
import { Route, Routes } from '@touchline/host/router';
import { Container } from '@touchline/ui/base';
import { ErrorState } from '@touchline/ui/ErrorState';
import { HomePage } from '../home/HomePage.tsx';
import { useShell } from '../shell-context.ts';
import { AdminPage } from './AdminPage.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';
import { RemotePage } from './RemotePage.tsx';

/** SHELL-01: routes of the shell's own pages and of the remotes. */
export function Pages() {
  const { registry } = useShell();
  const { remotes } = useWatched(registry);
  return (
    <Routes>
      <Route path="/" element={<HomePage />} />
      <Route path={ADMIN_PATH} element={<AdminPage />} />
      {remotes.flatMap((remote) =>
        remote.routes
          .filter(({ path }) => path !== ADMIN_PATH)
          .map((route) => (
            <Route
              key={`${remote.name} ${route.path}`}
              path={route.path}
              element={<RemotePage key={`${remote.name} ${route.path}`} remote={remote} route={route} />}
            />
          )),
      )}
      <Route path="*" element={<UnknownPath />} />
    </Routes>
  );
}

/** Page for unknown paths. Until the registry has been read, the path may belong to a remote. */
function UnknownPath() {
  const { registry } = useShell();
  const { status } = useWatched(registry);
  if (status === 'loading') return <PageSkeleton />;
  if (status === 'ready') return <NotFoundPage />;
  return (
    <Container size="sm" py="xl">
      <ErrorState title="This page could not be loaded" onRetry={() => void registry.read()}>
        The list of pages is not available right now. Your teams are safe.
      </ErrorState>
    </Container>
  );
}
