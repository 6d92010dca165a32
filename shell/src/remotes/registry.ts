import type { Client } from '@touchline/api/client';
import { type Remote, type RemoteRoute, remotes as readRemotes } from '@touchline/api/http/remotes';
import { ADMIN_PATH, ADMIN_REMOTE, getRoutePrefix, isProductPath } from '@touchline/api/remote-routes';
import { createStore } from 'zustand/vanilla';
import { createBackoff } from '../backoff.ts';
import type { KeptData } from '../kept-data.ts';
import { toWatched } from '../watched.ts';

/** The remotes that this visitor may load. `loading` until the first response. */
export interface RegistryState {
  status: 'loading' | 'ready' | 'failed';
  remotes: readonly Remote[];
  /** True while a request is in flight. `remotes` may then be the list of the previous visitor. */
  reading: boolean;
}

export type Registry = ReturnType<typeof createRegistry>;

const KEPT_KEY = 'remotes';

interface RegistryDeps {
  api: Client;
  /** The list in the page, if any. */
  initial?: readonly Remote[] | null | undefined;
  /** Keeps the last response for visits without a connection. */
  kept?: KeptData;
}

export function createRegistry({ api, initial, kept }: RegistryDeps) {
  const store = createStore<RegistryState>(() => ({
    status: initial ? 'ready' : 'loading',
    remotes: selectMountable(initial ?? []),
    reading: false,
  }));
  const retry = createBackoff();
  let lastRequest = 0;

  async function request(): Promise<void> {
    const requestId = ++lastRequest;
    store.setState({ reading: true });
    try {
      const { remotes } = await api.request(readRemotes);
      if (requestId !== lastRequest) return;
      store.setState({ status: 'ready', remotes: selectMountable(remotes), reading: false });
      void kept?.write(KEPT_KEY, remotes).catch(console.warn);
    } catch {
      if (requestId !== lastRequest) return;
      const last = store.getState().status === 'ready' ? null : await readKept(kept);
      if (requestId !== lastRequest) return;
      if (last) store.setState({ status: 'ready', remotes: selectMountable(last), reading: false });
      else
        store.setState({
          status: store.getState().status === 'ready' ? 'ready' : 'failed',
          reading: false,
        });
      retry.schedule(() => void request());
    }
  }
  return {
    ...toWatched(store),
    /**
     * Reads the registry at start, after sign-in and sign-out, and before a retry. After a failure it keeps the last response and
     * retries, because the navigation depends on it.
     */
    read() {
      retry.reset();
      return request();
    },
    stop: retry.reset,
  };
}

/** Reads the list of the last visit; null without one that this version understands. */
async function readKept(kept: KeptData | undefined): Promise<Remote[] | null> {
  const found = await kept?.read(KEPT_KEY).catch(() => null);
  return found ? (readRemotes.data.safeParse({ remotes: found.data }).data?.remotes ?? null) : null;
}

/**
 * Leaves out routes that the gateway never publishes: paths of the product, and paths below a segment that another remote of the
 * list has. A defect of the registry must not put the code of one team on the page of another.
 */
function selectMountable(remotes: readonly Remote[]): Remote[] {
  const owners = new Map([[getRoutePrefix(ADMIN_PATH), ADMIN_REMOTE]]);
  const claim = (name: string, path: string) => {
    const prefix = getRoutePrefix(path);
    if (!owners.has(prefix)) owners.set(prefix, name);
    return owners.get(prefix) === name;
  };
  return remotes.map((remote) => ({
    ...remote,
    routes: remote.routes.filter(({ path }) => !isProductPath(path) && claim(remote.name, path)),
  }));
}

export interface NavItem {
  to: string;
  label: string;
  /** The remote to preload. Null for the shell's own pages. */
  remote: Remote | null;
}

interface Visitor {
  signedIn: boolean;
  isAdmin: boolean;
}

const isVisibleTo = (audience: RemoteRoute['audience'], { signedIn, isAdmin }: Visitor) =>
  audience === 'everyone' || (audience === 'players' && signedIn) || (audience === 'admins' && isAdmin);

/** SHELL-05: Home and the pages of remotes that the visitor may see, in the order that the remotes define. */
export function buildNavigation(remotes: readonly Remote[], visitor: Visitor): NavItem[] {
  const items = remotes.flatMap((remote) =>
    remote.routes.flatMap(({ path, label, order = 1000, audience }) =>
      label && isVisibleTo(audience, visitor) ? [{ order, item: { to: path, label, remote } }] : [],
    ),
  );
  items.sort((a, b) => a.order - b.order || a.item.label.localeCompare(b.item.label));
  return [{ to: '/', label: 'Home', remote: null }, ...items.map(({ item }) => item)];
}
