import type { RemoteRoute } from '@touchline/api/http/remotes';
import type { ComponentType, ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Link } from 'react-router-dom';
import { useWatched } from '../host.tsx';
import type { RemoteModule } from '../remote.ts';
import { FakePages } from './FakePage.tsx';
import { createFakeHost, type FakeHost, type FakeHostOptions, fakeUser } from './fake-host.ts';

interface ShowRemoteOptions {
  remote: RemoteModule;
  description: { routes: readonly RemoteRoute[] };
  /** Options of the fake host: API responses, and the user if not an ordinary player. */
  standalone: FakeHostOptions;
  /** Component that applies the theme. */
  Frame: ComponentType<{ children: ReactNode }>;
}

/** Renders a remote in this document under a fake host. No other process is required. */
export function showRemote({ remote, description, standalone, Frame }: ShowRemoteOptions): void {
  const host = createFakeHost({ user: fakeUser(), ...standalone });
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  createRoot(root).render(
    <Frame>
      <BrowserRouter>
        <Bar host={host} routes={description.routes} />
        <FakePages host={host} pages={remote.pages} />
      </BrowserRouter>
    </Frame>,
  );
}

/** Replaces the shell's header: links to the remote's pages, and a toggle between guest and player. */
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
