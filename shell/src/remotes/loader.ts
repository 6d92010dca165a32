import type { Remote } from '@touchline/api/http/remotes';
import type { RemoteModule } from '@touchline/host/remote';
import pTimeout from 'p-timeout';
import { createStore } from 'zustand/vanilla';
import { toWatched } from '../watched.ts';
import { createIntegrity, type IntegrityPlugin } from './integrity.ts';
import type { Reports } from './reports.ts';
import { findMismatch, isPageOutdated, type VersionMismatch } from './version-mismatch.ts';

/** The members of the Module Federation runtime that the loader uses. */
export interface FederationRuntime {
  registerRemotes(remotes: { name: string; entry: string }[], options?: { force?: boolean }): void;
  loadRemote<T>(id: string): Promise<T | null>;
  registerPlugins(plugins: IntegrityPlugin[]): void;
  /** Shared modules by scope, module and version. */
  readonly shareScopeMap: Readonly<
    Record<string, Readonly<Record<string, Record<string, SharedModuleState>>>>
  >;
}

/** A shared module as the runtime describes it. */
interface SharedModuleState {
  /** Name of the build that provides it. */
  readonly from?: string;
}

/** A version of a shared module on this page. */
export interface SharedModule {
  name: string;
  version: string;
  provider: string;
}

/** The last load of a remote. */
export interface Load {
  remote: Remote;
  /** Duration in milliseconds. */
  ms: number;
  /** Code of the error; null if it is loaded. */
  error: string | null;
}

/** Timeout for loading a remote. The runtime's own timeout covers only one of the files. */
const LOAD_TIMEOUT_MS = 8_000;

/** Error code if the runtime itself could not be loaded, which is not the remote's fault. */
const SHELL_INCOMPLETE = 'SHELL_INCOMPLETE';

/** Error code if the page has another version of a shared module than the remote needs, and than the product has now. */
export const PAGE_OUTDATED = 'PAGE_OUTDATED';

/** Codes of failures that are not the version's fault. They are not reported. */
const NOT_REPORTED = new Set([SHELL_INCOMPLETE, PAGE_OUTDATED]);

interface FailureOptions extends ErrorOptions {
  /** The shared module whose version does not match. */
  mismatch?: VersionMismatch | undefined;
}

/** A failure to load a remote. The error panel shows `code` and `mismatch`. */
export class RemoteFailure extends Error {
  readonly mismatch: VersionMismatch | undefined;
  constructor(
    readonly remote: string,
    readonly code: string,
    { mismatch, ...options }: FailureOptions = {},
  ) {
    super(`${remote} could not be loaded (${code})`, options);
    this.name = 'RemoteFailure';
    this.mismatch = mismatch;
  }
}

export type RemoteLoader = ReturnType<typeof createLoader>;

/**
 * Loads remotes at run time. The build of the shell contains no reference to any remote.
 * @param reports receives the outcome of each load
 */
export function createLoader(
  runtime: () => FederationRuntime | Promise<FederationRuntime>,
  reports?: Reports,
) {
  const finished = createStore<Readonly<Record<string, Load>>>(() => ({}));
  const fetchModule = createFetcher(runtime);
  const loads = new Map<string, Promise<RemoteModule>>();
  const attempts = new Map<string, number>();
  const requested = new Set<string>();

  async function fetchWithTimeout(remote: Remote, attempt: number): Promise<RemoteModule> {
    const late = new RemoteFailure(remote.name, 'REMOTE_TIMEOUT');
    const fetching = async () => {
      if (attempt > 0) await refetchFiles(remote);
      const entry = remote.assets[0]?.url ?? (await fetchEntryUrl(remote));
      return fetchModule(remote, attempt === 0 ? entry : `${entry}?attempt=${attempt}`);
    };
    try {
      return await pTimeout(fetching(), { milliseconds: LOAD_TIMEOUT_MS, message: late });
    } catch (cause) {
      throw cause instanceof RemoteFailure ? cause : await toFailure(remote, cause);
    }
  }

  function start(remote: Remote): Promise<RemoteModule> {
    const existing = loads.get(remote.name);
    if (existing) return existing;
    const startedAt = performance.now();
    const loading = fetchWithTimeout(remote, attempts.get(remote.name) ?? 0);
    loads.set(remote.name, loading);
    loading.then(
      () => {
        const ms = performance.now() - startedAt;
        finished.setState({ [remote.name]: { remote, ms, error: null } });
        reports?.loaded(remote, ms);
      },
      (error: RemoteFailure) => {
        const ms = performance.now() - startedAt;
        finished.setState({ [remote.name]: { remote, ms, error: error.code } });
        // A page keeps its failure until a retry. A failed preload is discarded.
        if (!requested.has(remote.name)) {
          if (loads.get(remote.name) === loading) forget(remote.name);
        } else if (!NOT_REPORTED.has(error.code)) reports?.failed(remote, error.code, ms);
      },
    );
    return loading;
  }

  function forget(name: string) {
    loads.delete(name);
    requested.delete(name);
    attempts.set(name, (attempts.get(name) ?? 0) + 1);
  }

  return {
    /**
     * Loads the remote's module. Returns the same promise until `forget`, even if the registry lists a newer version: a page keeps
     * the version that it started with.
     * @throws RemoteFailure
     */
    load(remote: Remote) {
      requested.add(remote.name);
      return start(remote);
    },
    /** Makes the next `load` start over with the given version, for a retry. */
    forget,
    /** Loads a remote in advance and ignores failures, for example when the user hovers over a link. */
    preload: (remote: Remote) => void start(remote),
    /** The last load of each remote, by name. */
    loads: toWatched(finished),
    /** Lists the shared modules that are on the page, by name. */
    listSharedModules: async () => listSharedModules(await runtime()),
  };
}

function listSharedModules({ shareScopeMap }: FederationRuntime): SharedModule[] {
  const modules = Object.values(shareScopeMap).flatMap((scope) =>
    Object.entries(scope).flatMap(([name, versions]) =>
      Object.entries(versions).map(([version, { from: provider = '' }]) => ({ name, version, provider })),
    ),
  );
  return modules.sort((a, b) => a.name.localeCompare(b.name));
}

/** Refetches files past the browser cache. Files are cached for a year, so a corrupted copy would fail every time. */
async function refetchFiles({ assets }: Remote): Promise<void> {
  await Promise.allSettled(
    assets.map(async ({ url }) => (await fetch(url, { cache: 'reload' })).arrayBuffer()),
  );
}

/** Reads the URL of the entry from the manifest, for local builds and old versions, which have no list of files. */
async function fetchEntryUrl({ name, manifest, integrity }: Remote): Promise<string> {
  const address = new URL(manifest, window.location.origin);
  const response = await fetch(address, { cache: 'no-store', ...(integrity ? { integrity } : {}) });
  if (!response.ok) throw new RemoteFailure(name, 'REMOTE_MISSING');
  const { metaData } = await response.json();
  return new URL(`${metaData.remoteEntry.path}${metaData.remoteEntry.name}`, address).href;
}

/** Registers remotes with the runtime and loads their `./remote` module. */
function createFetcher(runtime: () => FederationRuntime | Promise<FederationRuntime>) {
  const entries = new Map<string, string>();
  const integrity = createIntegrity();
  let hasPlugin = false;
  return async (remote: Remote, entry: string): Promise<RemoteModule> => {
    const scope = toScope(remote.name);
    const federation = await Promise.resolve(runtime()).catch((cause) => {
      throw new RemoteFailure(remote.name, SHELL_INCOMPLETE, { cause });
    });
    if (!hasPlugin) federation.registerPlugins([integrity.plugin]);
    hasPlugin = true;
    integrity.requireDigests(remote);
    // The runtime caches failures per entry, so a retry must register another URL.
    if (!entries.has(scope)) federation.registerRemotes([{ name: scope, entry }]);
    else if (entries.get(scope) !== entry) reregister(federation, { name: scope, entry });
    entries.set(scope, entry);
    const exposed = await federation.loadRemote<{ remote?: unknown }>(`${scope}/remote`);
    if (!isModule(exposed?.remote)) throw new RemoteFailure(remote.name, 'REMOTE_INVALID');
    return exposed.remote;
  };
}

/**
 * Registers a remote again and drops the runtime's cached state. The runtime also removes the shared modules that this remote was the
 * first to load, and no other remote could find them, so they are restored.
 */
function reregister(federation: FederationRuntime, remote: { name: string; entry: string }): void {
  const shared = Object.values(federation.shareScopeMap).flatMap((scope) => Object.values(scope));
  const saved = shared.map((versions) => [versions, { ...versions }] as const);
  federation.registerRemotes([remote], { force: true });
  for (const [versions, all] of saved) Object.assign(versions, all);
}

/** `mf-team-builder` -> `mf_team_builder`. Module Federation uses the name as a global variable. */
const toScope = (name: string) => name.replaceAll('-', '_');

async function toFailure(remote: Remote, cause: unknown): Promise<RemoteFailure> {
  const mismatch = findMismatch(cause);
  if (!mismatch) return new RemoteFailure(remote.name, getErrorCode(cause), { cause });
  const code = (await isPageOutdated(mismatch)) ? PAGE_OUTDATED : 'VERSION_MISMATCH';
  return new RemoteFailure(remote.name, code, { cause, mismatch });
}

/** The runtime's error code, as in "[ Federation Runtime ]: ... #RUNTIME-003". */
function getErrorCode(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /(RUNTIME|TYPE)-\d{3}/.exec(text)?.[0] ?? 'REMOTE_BROKEN';
}

const isModule = (module: unknown): module is RemoteModule =>
  typeof module === 'object' && module !== null && 'pages' in module && typeof module.pages === 'object';
