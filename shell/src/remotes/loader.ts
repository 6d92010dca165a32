import type { Remote } from '@touchline/api/http/remotes';
import type { RemoteModule } from '@touchline/host/remote';

/** What the loader needs of the Module Federation runtime. */
export interface FederationRuntime {
  registerRemotes(remotes: { name: string; entry: string }[], options?: { force?: boolean }): void;
  loadRemote<T>(id: string): Promise<T | null>;
}

/** A remote that takes longer counts as failed; the runtime's own limit is 20 s for one file and none for others. */
export const LOAD_TIMEOUT_MS = 8_000;

/** A remote could not be loaded. `code` is what its panel shows. */
export class RemoteFailure extends Error {
  constructor(
    readonly remote: string,
    readonly code: string,
    options?: ErrorOptions,
  ) {
    super(`${remote} could not be loaded (${code})`, options);
    this.name = 'RemoteFailure';
  }
}

export interface RemoteLoader {
  /**
   * The remote's module; the same promise until `forget`, whatever version the registry names meanwhile: a page keeps the
   * version that it started with. Rejects with RemoteFailure.
   */
  load(remote: Remote): Promise<RemoteModule>;
  /** The next `load` begins anew, with the version that it is given: for Retry. */
  forget(name: string): void;
  /** Loads ahead, silently: somebody points at a link. */
  warm(remote: Remote): void;
}

/** `mf-team-builder` is `mf_team_builder` to Module Federation: it becomes a global variable. */
const scopeOf = (name: string) => name.replaceAll('-', '_');

/** The code that the runtime gave its error, as in "[ Federation Runtime ]: ... #RUNTIME-003". */
function codeOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /(RUNTIME|TYPE)-\d{3}/.exec(text)?.[0] ?? 'REMOTE_BROKEN';
}

const isModule = (module: unknown): module is RemoteModule =>
  typeof module === 'object' && module !== null && 'pages' in module && typeof module.pages === 'object';

/** Loads remotes at run time; the shell was built without knowing any. */
export function createLoader(runtime: () => FederationRuntime, timeoutMs = LOAD_TIMEOUT_MS): RemoteLoader {
  const loads = new Map<string, Promise<RemoteModule>>();
  const registered = new Map<string, string>();
  const attempts = new Map<string, number>();
  const wanted = new Set<string>();

  async function fetchModule(remote: Remote, entry: string): Promise<RemoteModule> {
    const scope = scopeOf(remote.name);
    // A remote that has failed once stays failed for the runtime unless it is registered anew, at another address.
    if (registered.get(scope) !== entry)
      runtime().registerRemotes([{ name: scope, entry }], { force: registered.has(scope) });
    registered.set(scope, entry);
    const exposed = await runtime().loadRemote<{ remote?: unknown }>(`${scope}/remote`);
    if (!isModule(exposed?.remote)) throw new RemoteFailure(remote.name, 'REMOTE_INVALID');
    return exposed.remote;
  }

  async function inTime(remote: Remote, entry: string): Promise<RemoteModule> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new RemoteFailure(remote.name, 'REMOTE_TIMEOUT')), timeoutMs);
    });
    try {
      return await Promise.race([fetchModule(remote, entry), late]);
    } catch (cause) {
      throw cause instanceof RemoteFailure ? cause : new RemoteFailure(remote.name, codeOf(cause), { cause });
    } finally {
      clearTimeout(timer);
    }
  }

  function start(remote: Remote): Promise<RemoteModule> {
    const known = loads.get(remote.name);
    if (known) return known;
    const attempt = attempts.get(remote.name) ?? 0;
    const loading = inTime(remote, attempt === 0 ? remote.manifest : `${remote.manifest}?attempt=${attempt}`);
    loads.set(remote.name, loading);
    // A page that waits hears of the failure and keeps it until Retry; one that nobody waits for is simply forgotten.
    loading.catch(() => {
      if (!wanted.has(remote.name) && loads.get(remote.name) === loading) forget(remote.name);
    });
    return loading;
  }

  function forget(name: string) {
    loads.delete(name);
    wanted.delete(name);
    attempts.set(name, (attempts.get(name) ?? 0) + 1);
  }

  return {
    load(remote) {
      wanted.add(remote.name);
      return start(remote);
    },
    forget,
    warm: (remote) => void start(remote),
  };
}
