import { QueryClientProvider } from '@tanstack/react-query';
import type { RemoteRoute } from '@touchline/api/http/remotes';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Link, MemoryRouter, Route, Routes, useNavigate } from 'react-router-dom';
import { createFakeHost, type FakeHost, fakeUser } from './fake-host.tsx';
import { HostProvider, useWatched } from './host.tsx';
import type { RemoteModule } from './remote.tsx';

function RouterLink({ host }: { host: FakeHost }) {
  const go = useNavigate();
  useEffect(() => {
    host.onNavigate((to, options) => void go(to, options ?? {}));
    return () => host.onNavigate(() => {});
  }, [host, go]);
  return null;
}

interface FakePageProps {
  host: FakeHost;
  /** Pages by path, as a remote declares them. */
  pages: RemoteModule['pages'];
  /** Where the page opens. */
  at?: string;
  /** Navigation state of the first page. */
  state?: unknown;
}

/** A remote's pages under a fake host, with a router in memory: what a test renders. */
export function FakePage({ host, pages, at = '/', state }: FakePageProps) {
  return (
    <MemoryRouter initialEntries={[{ pathname: at, state }]}>
      <Pages host={host} pages={pages} />
    </MemoryRouter>
  );
}

function Pages({ host, pages }: Pick<FakePageProps, 'host' | 'pages'>) {
  return (
    <QueryClientProvider client={host.queryClient}>
      <HostProvider host={host}>
        <RouterLink host={host} />
        <Routes>
          {Object.entries(pages).map(([path, Page]) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
          <Route path="*" element={<p>Not a page of this remote.</p>} />
        </Routes>
      </HostProvider>
    </QueryClientProvider>
  );
}

/** The bar above a remote that is served alone: its pages, and the switches that the shell would turn. */
function Bar({ host, routes }: { host: FakeHost; routes: readonly RemoteRoute[] }) {
  const session = useWatched(host.session);
  const toggle = () =>
    host.session.set(session.user ? { status: 'guest', user: null } : { status: 'player', user: fakeUser() });
  return (
    <nav>
      {routes.map(({ path, label }) => (
        <span key={path}>
          <Link to={path}>{label ?? path}</Link>{' '}
        </span>
      ))}
      <button type="button" onClick={toggle}>
        {session.user ? 'Sign out' : 'Sign in'}
      </button>
    </nav>
  );
}

interface ShowRemote {
  remote: RemoteModule;
  description: { routes: readonly RemoteRoute[] };
  /** The theme around the page. */
  Frame: ComponentType<{ children: ReactNode }>;
}

/** Shows a remote alone in this document, its API being the one of the same origin (the dev server's proxy). */
export function showRemote({ remote, description, Frame }: ShowRemote): void {
  const host = createFakeHost({ user: fakeUser(), apiBase: '/api' });
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  createRoot(root).render(
    <Frame>
      <BrowserRouter>
        <Bar host={host} routes={description.routes} />
        <Pages host={host} pages={remote.pages} />
      </BrowserRouter>
    </Frame>,
  );
}
