import { act, fireEvent, screen, within } from '@testing-library/react';
import type { Remote, RemoteRoute } from '@touchline/api/http/remotes';
import { defineRemote, type RemoteModule } from '@touchline/host/remote';
import { afterEach, beforeEach, vi } from 'vitest';
import type { FederationRuntime } from '../remotes/loader.ts';
import { shellUnderTest } from './shell-under-test.tsx';

/** Creates a remote as the registry lists it. */
export const remote = (name: string, ...routes: RemoteRoute[]): Remote => ({
  name,
  version: '1.0.0',
  manifest: `/remotes/${name}/1.0.0/mf-manifest.json`,
  routes,
  integrity: null,
  assets: [{ url: `/remotes/${name}/1.0.0/remoteEntry.js`, integrity: 'sha384-x' }],
});
const RANKINGS = remote('mf-leaderboards', {
  path: '/rankings',
  label: 'Rankings',
  order: 20,
  audience: 'everyone',
});
const TEAMS = remote(
  'mf-team-builder',
  { path: '/choose-game', audience: 'everyone' },
  { path: '/my-team', label: 'My Team', order: 10, audience: 'players' },
);

/** Creates a runtime with these remotes by scope. A function may fail. */
export function runtimeWith(
  modules: Record<string, () => RemoteModule | Promise<RemoteModule>>,
): FederationRuntime {
  return {
    registerRemotes: () => {},
    registerPlugins: () => {},
    shareScopeMap: {},
    loadRemote: async (id) => ({ remote: await modules[id.split('/')[0] ?? '']?.() }) as never,
  };
}

export const rankings = () => defineRemote({ '/rankings': () => <h1>The table</h1> });

/** Sets up a shell whose registry has both remotes. Console errors are suppressed. */
export function shellWithTwoRemotes() {
  const page = shellUnderTest();
  let errors: ReturnType<typeof vi.spyOn>;
  beforeEach(() => {
    errors = vi.spyOn(console, 'error').mockImplementation(() => {});
    page.server.remotes = [RANKINGS, TEAMS];
  });
  afterEach(() => errors.mockRestore());
  return page;
}

/** Queries within the main navigation. */
export const mainNavigation = () => within(screen.getByRole('navigation', { name: 'Main' }));

/** Follows a link to a page whose code must be loaded first. */
export const follow = (link: HTMLElement) => act(async () => void fireEvent.click(link));
