import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { Remote, RemoteAsset, RemoteRoute } from '@touchline/api/http/remotes';
import { type FirstPage, firstPage } from '@touchline/api/remote-manifest';
import { LRUCache } from 'lru-cache';
import type { Registry } from './registry.ts';

/** Resources that a page needs soon. The browser fetches them while it loads the shell. */
export interface PreloadHints {
  files: readonly RemoteAsset[];
  /** Modules of the shell that the page imports. */
  shared: readonly string[];
  /** Route with the page's heading, if that is the same for every visitor. */
  route: RemoteRoute | null;
  /** True if a page exists at this path. */
  exists: boolean;
}

/** Paths of the shell's own pages. Every other page belongs to a remote. */
const SHELL_PATHS = ['/', '/index.html', '/admin'];

/** Name of the home page among the modules that the shell loads on demand. */
const HOME = 'home';

/** Maximum number of versions. */
const MAX_CACHED = 100;

/**
 * Lists the preloads of the page at a path: of a remote its entry and exposed module, which would otherwise load sequentially, and
 * modules of the shell.
 */
export function createPreloadHints(folder: string, registry: Pick<Registry, 'find'>) {
  /** By manifest; a published version never changes. */
  const cached = new LRUCache<string, FirstPage, Remote>({
    max: MAX_CACHED,
    async fetchMethod(_manifest, _stale, { context: { name, version } }) {
      const text = await readFile(join(folder, name, version, 'first-page.json'), 'utf8');
      return firstPage.parse(JSON.parse(text));
    },
  });

  /** Without the file the page only loads more slowly. */
  const readFirstPage = (remote: Remote): Promise<FirstPage> =>
    cached.forceFetch(remote.manifest, { context: remote }).catch(() => ({ shared: [], pages: {} }));

  /** Lists the files of a page with their published digests. */
  async function listPageFiles(
    { name, version, manifest }: Remote,
    page: FirstPage['pages'][string] | undefined,
  ) {
    if (!page) return [];
    const served = await registry.find(name, version);
    return page.files.flatMap((file) => {
      const integrity = served?.digests[file];
      return integrity ? [{ url: posix.join(posix.dirname(manifest), file), integrity }] : [];
    });
  }

  return async (path: string, remotes: readonly Remote[] | null): Promise<PreloadHints> => {
    const remote = remotes?.find((one) => findRemoteRoute(one, path));
    // Any path may be a page while the list of remotes is unavailable.
    if (!remote)
      return {
        files: [],
        shared: path === '/' ? [HOME] : [],
        route: null,
        exists: !remotes || SHELL_PATHS.includes(path),
      };
    const route = findRemoteRoute(remote, path) ?? null;
    const { shared, pages } = await readFirstPage(remote);
    const page = route ? pages[route.path] : undefined;
    return {
      files: [...remote.assets, ...(await listPageFiles(remote, page))],
      shared: [...shared, ...(page?.shared ?? [])],
      route,
      exists: true,
    };
  };
}

const findRemoteRoute = ({ routes }: Remote, path: string) =>
  routes.find((route) => matchesPath(route.path, path));

/** Returns whether a route like `/team-view/:participationId` matches this path. */
function matchesPath(route: string, path: string): boolean {
  const [expected, actual] = [route.split('/'), path.split('/')];
  return (
    expected.length === actual.length &&
    expected.every((name, at) => (name.startsWith(':') ? actual[at] !== '' : name === actual[at]))
  );
}
