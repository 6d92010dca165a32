import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { MemoryRouter, parsePath, Route, Routes, useNavigate } from 'react-router-dom';
import { HostProvider } from '../host.tsx';
import type { RemoteModule } from '../remote.ts';
import type { FakeHost } from './fake-host.ts';

interface FakePageProps {
  host: FakeHost;
  /** Pages by path, as a remote declares them. */
  pages: RemoteModule['pages'];
  /** The initial path. */
  at?: string;
  /** Navigation state of the initial page. */
  state?: unknown;
}

/** Renders a remote's pages in a test, under a fake host and an in-memory router. */
export function FakePage({ host, pages, at = '/', state }: FakePageProps) {
  return (
    <MemoryRouter initialEntries={[{ ...parsePath(at), state }]}>
      <FakePages host={host} pages={pages} />
    </MemoryRouter>
  );
}

/** The pages without a router. Must be rendered inside one. */
export function FakePages({ host, pages }: Pick<FakePageProps, 'host' | 'pages'>) {
  return (
    <QueryClientProvider client={host.queryClient}>
      <HostProvider host={host}>
        <RouterLink host={host} />
        <Suspense>
          <Routes>
            {Object.entries(pages).map(([path, Page]) => (
              <Route key={path} path={path} element={<Page />} />
            ))}
            <Route path="*" element={<p>This remote has no such page.</p>} />
          </Routes>
        </Suspense>
      </HostProvider>
    </QueryClientProvider>
  );
}

/** Connects `host.navigate` to the router. */
function RouterLink({ host }: { host: FakeHost }) {
  const go = useNavigate();
  useEffect(() => {
    host.onNavigate((to, options) => void go(to, options ?? {}));
    return () => host.onNavigate(() => {});
  }, [host, go]);
  return null;
}
