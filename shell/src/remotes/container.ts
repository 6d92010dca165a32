import type { Remote, RemoteAsset } from '@touchline/api/http/remotes';
import { firstFiles, remoteManifest } from '@touchline/api/remote-manifest';
import { RemoteFailure } from './remote-failure.ts';

/** The modules that the shell shares, by name. The build makes this table (packages/federation). */
export type SharedModules = Readonly<
  Record<string, { readonly version: string; get(): unknown | Promise<unknown> }>
>;

/** Module Federation's container: what a remote's entry leaves in a global variable. */
interface Container {
  init(scope: ShareScope): unknown;
  get(module: string): Promise<() => unknown>;
}

/** The shared modules as containers look for them: by name, then by version. */
type ShareScope = Record<
  string,
  Record<string, { get(): Promise<() => unknown>; from: string; eager: boolean }>
>;

/** Fetches what a remote exposes; `attempt` is 0 for the first. */
export type FetchRemote = (remote: Remote, attempt: number) => Promise<unknown>;

/**
 * Loads remotes by the container protocol alone: each entry brings the few lines that pick shared modules and check their versions,
 * and Module Federation's own runtime, 21 kB of a first visit, has nothing left to do.
 */
export function createFetchRemote(shared: () => SharedModules): FetchRemote {
  let scope: ShareScope | undefined;
  return async (remote, attempt) => {
    scope ??= scopeWith(shared());
    const entry = await entryOf(remote);
    preload(remote.assets.slice(1));
    const container = await run(
      remote,
      attempt === 0 ? entry : { ...entry, url: `${entry.url}?attempt=${attempt}` },
    );
    await container.init(scope);
    return (await container.get('./remote'))();
  };
}

function scopeWith(shared: SharedModules): ShareScope {
  const entries = Object.entries(shared).map(([name, { version, get }]) => {
    const load = async () => {
      const module = await get();
      return () => module;
    };
    return [name, { [version]: { get: load, from: 'shell', eager: false } }] as const;
  });
  return Object.fromEntries(entries);
}

/** The registry names a remote's files, the entry first; of a developer's own build it knows the manifest only. */
async function entryOf({
  manifest,
  assets: [entry],
}: Remote): Promise<Partial<RemoteAsset> & { url: string }> {
  if (entry) return entry;
  const response = await fetch(manifest);
  const [path = ''] = firstFiles(remoteManifest.parse(await response.json()));
  return { url: new URL(path, new URL(manifest, window.location.origin)).href };
}

/** `mf-team-builder` -> `mf_team_builder`: the name of a global variable. */
const variableOf = (name: string) => name.replaceAll('-', '_');

/** Runs the entry, which the browser refuses if it is not as the registry says; it knows the digests of its chunks. */
function run({ name }: Remote, { url, integrity }: { url: string; integrity?: string }): Promise<Container> {
  const globals = globalThis as unknown as Record<string, Container | undefined>;
  const script = document.createElement('script');
  script.src = url;
  // Like the chunks and what the page preloads: only requests in the same mode share an answer.
  script.crossOrigin = 'anonymous';
  if (integrity) script.integrity = integrity;
  globals[variableOf(name)] = undefined;
  return new Promise((resolve, reject) => {
    script.onload = () => {
      script.remove();
      const container = globals[variableOf(name)];
      if (container) resolve(container);
      else reject(new RemoteFailure(name, 'REMOTE_BROKEN'));
    };
    script.onerror = () => {
      script.remove();
      reject(new RemoteFailure(name, 'REMOTE_UNREACHABLE'));
    };
    document.head.append(script);
  });
}

/** What the entry asks for next, unless the page has named it already. */
function preload(assets: readonly RemoteAsset[]): void {
  for (const { url, integrity } of assets) {
    if (document.querySelector(`link[href="${CSS.escape(url)}"]`)) continue;
    const link = document.createElement('link');
    link.rel = 'preload';
    link.as = url.endsWith('.css') ? 'style' : 'script';
    link.href = url;
    link.integrity = integrity;
    link.crossOrigin = 'anonymous';
    document.head.append(link);
  }
}
