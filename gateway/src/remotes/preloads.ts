import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Remote } from '@touchline/api/http/remotes';
import { z } from 'zod';

/** What the page needs soon; the browser fetches it while it still reads the shell's code. */
interface Preloads {
  files: readonly { href: string; as: 'fetch' | 'script' | 'style' }[];
  /** Modules of the shell that the remote imports. */
  shared: readonly string[];
}

const NONE: Preloads = { files: [], shared: [] };

/** The part of Module Federation's manifest that names the files of the exposed module. */
const manifest = z.object({
  shared: z.array(z.object({ name: z.string() })),
  metaData: z.object({ remoteEntry: z.object({ name: z.string() }) }),
  exposes: z.array(
    z.object({
      assets: z.object({
        js: z.object({ sync: z.array(z.string()) }),
        css: z.object({ sync: z.array(z.string()) }),
      }),
    }),
  ),
});

/**
 * What the remote behind a path needs: its manifest, entry and exposed module, which would follow one after the other. Nothing for
 * a path of the shell, or where the manifest cannot be read: the loader then says what is wrong.
 */
export function createPreloads(folder: string) {
  const known = new Map<string, Promise<Preloads>>();

  async function read({ name, version, manifest: href }: Remote): Promise<Preloads> {
    const { metaData, exposes, shared } = manifest.parse(
      JSON.parse(await readFile(join(folder, name, version, 'mf-manifest.json'), 'utf8')),
    );
    const beside = (file: string) => new URL(file, `http://origin${href}`).pathname;
    const files = (as: Preloads['files'][number]['as'], names: readonly string[]) =>
      names.map((file) => ({ href: beside(file), as }));
    return {
      files: [
        { href, as: 'fetch' },
        ...files('script', [metaData.remoteEntry.name]),
        ...exposes.flatMap(({ assets }) => [
          ...files('script', assets.js.sync),
          ...files('style', assets.css.sync),
        ]),
      ],
      shared: shared.map(({ name: request }) => request),
    };
  }

  return async (path: string, remotes: readonly Remote[]): Promise<Preloads> => {
    const remote = remotes.find(({ routes }) => routes.some((route) => isPath(route.path, path)));
    if (!remote) return NONE;
    const key = remote.manifest;
    // What is published under a name and version never changes.
    const reading = known.get(key) ?? read(remote);
    known.set(key, reading);
    return reading.catch(() => {
      known.delete(key);
      return NONE;
    });
  };
}

/** Whether a route like `/team-view/:gameId` has this path. */
function isPath(route: string, path: string): boolean {
  const [wanted, given] = [route.split('/'), path.split('/')];
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => (part.startsWith(':') ? given[at] !== '' : part === given[at]))
  );
}
