import type { Remote, RemoteRoute } from '@touchline/api/http/remotes';
import { defineRemote, type RemoteModule } from '@touchline/host/remote';
import type { FederationRuntime } from '../remotes/loader.ts';

const remote = (name: string, ...routes: RemoteRoute[]): Remote => ({
  name,
  version: '1.0.0',
  manifest: `/remotes/${name}/1.0.0/mf-manifest.json`,
  routes,
  integrity: null,
  assets: [{ url: `/remotes/${name}/1.0.0/remoteEntry.js`, integrity: 'sha384-x' }],
});
export const RANKINGS = remote('mf-leaderboards', {
  path: '/rankings',
  label: 'Rankings',
  order: 20,
  audience: 'everyone',
});
export const TEAMS = remote(
  'mf-team-builder',
  { path: '/choose-game', audience: 'everyone' },
  { path: '/my-team', label: 'My Team', order: 10, audience: 'players' },
);

/** A runtime with these remotes, by scope; a function may fail. */
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
