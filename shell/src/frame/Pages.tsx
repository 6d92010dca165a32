import { useWatched } from '@touchline/host/host';
import { Route, Routes } from '@touchline/host/router';
import { Container } from '@touchline/ui/base';
import { ErrorState } from '@touchline/ui/ErrorState';
import { HomePage } from '../home/HomePage.tsx';
import { NotFoundPage } from '../pages/NotFoundPage.tsx';
import { RemotePage } from '../remotes/RemotePage.tsx';
import { useShell } from '../shell-context.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';

/** SHELL-01: the shell's own pages, and those that the remotes bring. */
export function Pages() {
  const { registry } = useShell();
  const { remotes } = useWatched(registry);
  return (
    <Routes>
      <Route path="/" element={<HomePage />} />
      {remotes.flatMap((remote) =>
        remote.routes.map((route) => (
          <Route
            key={`${remote.name} ${route.path}`}
            path={route.path}
            element={<RemotePage key={`${remote.name} ${route.path}`} remote={remote} route={route} />}
          />
        )),
      )}
      <Route path="*" element={<Elsewhere />} />
    </Routes>
  );
}

/** A path that nothing claims is only wrong once it is known what there is. */
function Elsewhere() {
  const { registry } = useShell();
  const { status } = useWatched(registry);
  if (status === 'loading') return <PageSkeleton />;
  if (status === 'ready') return <NotFoundPage />;
  return (
    <Container size="sm" py="xl">
      <ErrorState
        title="This page could not be looked up"
        onRetry={() => void registry.read()}
        retryLabel="Retry"
      >
        The list of pages did not arrive. Your teams are safe.
      </ErrorState>
    </Container>
  );
}
