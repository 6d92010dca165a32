import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Remote, RemoteRoute } from '@touchline/api/http/remotes';
import { firstPage } from '@touchline/api/remote-manifest';

/** What a page needs soon; the browser fetches it while it still reads the shell's code. */
interface PageNeeds {
  files: readonly { href: string; as: 'script' | 'style'; integrity: string }[];
  /** Modules of the shell that every page of the remote imports. */
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
export function createPageNeeds(folder: string) {
  const shared = new Map<string, Promise<readonly string[]>>();

  async function readShared({ name, version }: Remote): Promise<readonly string[]> {
    const text = await readFile(join(folder, name, version, 'first-page.json'), 'utf8');
    return firstPage.parse(JSON.parse(text)).shared;
  }

  /** What is published under a name and version never changes. Without it the page only starts later. */
  function sharedOf(remote: Remote): Promise<readonly string[]> {
    const reading = shared.get(remote.manifest) ?? readShared(remote);
    shared.set(remote.manifest, reading);
    return reading.catch(() => {
      shared.delete(remote.manifest);
      return [];
    });
  }

  return async (path: string, remotes: readonly Remote[] | null): Promise<PageNeeds> => {
    const remote = remotes?.find((one) => routeOf(one, path));
    // While the list of remotes cannot be read, any path may be a page.
    if (!remote) return { files: [], shared: [], route: null, known: !remotes || SHELL_PATHS.includes(path) };
    return {
      files: remote.assets.map((asset) => ({
        href: asset.url,
        as: asset.url.endsWith('.css') ? ('style' as const) : ('script' as const),
        integrity: asset.integrity,
      })),
      shared: await sharedOf(remote),
      route: routeOf(remote, path) ?? null,
      known: true,
    };
  };
}

const routeOf = ({ routes }: Remote, path: string) => routes.find((route) => isPath(route.path, path));

/** Whether a route like `/team-view/:gameId` has this path. */
function isPath(route: string, path: string): boolean {
  const [wanted, given] = [route.split('/'), path.split('/')];
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => (part.startsWith(':') ? given[at] !== '' : part === given[at]))
  );
}
