import type { Remote } from '@touchline/api/http/remotes';
import type { Watched } from '@touchline/host/host';
import type { RemoteModule } from '@touchline/host/remote';
import pTimeout from 'p-timeout';
import { createStore } from 'zustand/vanilla';
import { watched } from '../watched.ts';
import type { FetchRemote } from './container.ts';
import { RemoteFailure } from './remote-failure.ts';
import type { Reports } from './reports.ts';

/** Browsers have limits of minutes for a file. */
const LOAD_TIMEOUT_MS = 8_000;

export interface RemoteLoader {
  /**
   * The remote's module. Returns the same promise until `forget`, even if the registry names a newer version: a page keeps the
   * version that it started with.
   * @throws RemoteFailure
   */
  load(remote: Remote): Promise<RemoteModule>;
  /** The next `load` starts over, with the version that it is given: for Retry. */
  forget(name: string): void;
  /** Loads ahead and ignores failures: the user points at a link. */
  preload(remote: Remote): void;
  /** The versions whose code is on this page, by remote. */
  readonly versions: Watched<Readonly<Record<string, string>>>;
}

interface LoaderOptions {
  /** Told how each remote went. */
  reports?: Reports;
  timeoutMs?: number;
}

/** Loads remotes at run time; the shell is built without knowing any. */
export function createLoader(
  fetchRemote: FetchRemote,
  { reports, timeoutMs = LOAD_TIMEOUT_MS }: LoaderOptions = {},
): RemoteLoader {
  const versions = createStore<Readonly<Record<string, string>>>(() => ({}));
  const loads = new Map<string, Promise<RemoteModule>>();
  const attempts = new Map<string, number>();
  const requested = new Set<string>();

  async function fetchInTime(remote: Remote, attempt: number): Promise<RemoteModule> {
    const late = new RemoteFailure(remote.name, 'REMOTE_TIMEOUT');
    const fetching = async () => {
      if (attempt > 0) await renewFiles(remote);
      return moduleIn(remote, await fetchRemote(remote, attempt));
    };
    try {
      return await pTimeout(fetching(), { milliseconds: timeoutMs, message: late });
    } catch (cause) {
      if (cause instanceof RemoteFailure) throw cause;
      throw new RemoteFailure(remote.name, 'REMOTE_BROKEN', { cause });
    }
  }

  function start(remote: Remote): Promise<RemoteModule> {
    const known = loads.get(remote.name);
    if (known) return known;
    const began = performance.now();
    const loading = fetchInTime(remote, attempts.get(remote.name) ?? 0);
    loads.set(remote.name, loading);
    loading.then(
      () => {
        versions.setState({ [remote.name]: remote.version });
        reports?.loaded(remote, performance.now() - began);
      },
      (error: RemoteFailure) => {
        // A page keeps a failure until Retry; a failed preload is forgotten.
        if (requested.has(remote.name)) reports?.failed(remote, error.code, performance.now() - began);
        else if (loads.get(remote.name) === loading) forget(remote.name);
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
    load(remote) {
      requested.add(remote.name);
      return start(remote);
    },
    forget,
    preload: (remote) => void start(remote),
    versions: watched(versions),
  };
}

/** Browsers keep files for a year: a copy that was spoiled on the way would be refused again and again. */
async function renewFiles({ assets }: Remote): Promise<void> {
  await Promise.allSettled(
    assets.map(async ({ url }) => (await fetch(url, { cache: 'reload' })).arrayBuffer()),
  );
}

/** What a remote has to expose. */
function moduleIn({ name }: Remote, exposed: unknown): RemoteModule {
  const module = (exposed as { remote?: unknown } | null)?.remote;
  if (!isModule(module)) throw new RemoteFailure(name, 'REMOTE_INVALID');
  return module;
}

const isModule = (module: unknown): module is RemoteModule =>
  typeof module === 'object' && module !== null && 'pages' in module && typeof module.pages === 'object';
