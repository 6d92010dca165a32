import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { Remote, RemoteRoute } from '@touchline/api/http/remotes';
import { type FirstPage, firstPage } from '@touchline/api/remote-manifest';
import type { Registry } from './registry.ts';

/** What a page needs soon; the browser fetches it while it still reads the shell's code. */
interface PreloadHints {
  files: readonly { href: string; as: 'script' | 'style'; integrity: string }[];
  /** Modules of the shell that the page imports. */
  shared: readonly string[];
  /** Names the page's heading, where that is the same for everybody. */
  route: RemoteRoute | null;
  /** Whether there is a page at all. */
  known: boolean;
}

/** Pages of the shell itself; every other page belongs to a remote. */
const SHELL_PATHS = ['/', '/index.html', '/admin'];

/**
 * What the remote behind a path needs: its entry and exposed module, which would follow one after the other, and modules
 * of the shell. Nothing for a path of the shell.
 */
export function createPreloadHints(folder: string, registry: Pick<Registry, 'find'>) {
  const known = new Map<string, Promise<FirstPage>>();

  async function read({ name, version }: Remote): Promise<FirstPage> {
    const text = await readFile(join(folder, name, version, 'first-page.json'), 'utf8');
    return firstPage.parse(JSON.parse(text));
  }

  /** What is published under a name and version never changes. Without it the page only starts later. */
  function readFirstPage(remote: Remote): Promise<FirstPage> {
    const reading = known.get(remote.manifest) ?? read(remote);
    known.set(remote.manifest, reading);
    return reading.catch(() => {
      known.delete(remote.manifest);
      return { shared: [], pages: {} };
    });
  }

  /** The files of one page, with the digests they were published with. */
  async function listPageFiles({ name, version, manifest }: Remote, page: FirstPage['pages'][string] | undefined) {
    if (!page) return [];
    const served = await registry.find(name, version);
    return page.files.flatMap((file) => {
      const integrity = served?.digests[file];
      return integrity ? [{ url: posix.join(posix.dirname(manifest), file), integrity }] : [];
    });
  }

  return async (path: string, remotes: readonly Remote[] | null): Promise<PreloadHints> => {
    const remote = remotes?.find((one) => findRemoteRoute(one, path));
    // While the list of remotes cannot be read, any path may be a page.
    if (!remote) return { files: [], shared: [], route: null, known: !remotes || SHELL_PATHS.includes(path) };
    const route = findRemoteRoute(remote, path) ?? null;
    const { shared, pages } = await readFirstPage(remote);
    const page = route ? pages[route.path] : undefined;
    return {
      files: [...remote.assets, ...(await listPageFiles(remote, page))].map(({ url, integrity }) => ({
        href: url,
        as: url.endsWith('.css') ? ('style' as const) : ('script' as const),
        integrity,
      })),
      shared: [...shared, ...(page?.shared ?? [])],
      route,
      known: true,
    };
  };
}

const findRemoteRoute = ({ routes }: Remote, path: string) => routes.find((route) => matchesPath(route.path, path));

/** Whether a route like `/team-view/:gameId` has this path. */
function matchesPath(route: string, path: string): boolean {
  const [wanted, given] = [route.split('/'), path.split('/')];
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => (part.startsWith(':') ? given[at] !== '' : part === given[at]))
  );
}
