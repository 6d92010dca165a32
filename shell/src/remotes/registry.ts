import type { Client } from '@touchline/api/client';
import { type Remote, type RemoteRoute, remotes as readRemotes } from '@touchline/api/http/remotes';
import type { Watched } from '@touchline/host/host';
import { createStore } from 'zustand/vanilla';
import { createBackoff } from '../backoff.ts';
import { watched } from '../watched.ts';

/** The remotes that this visitor may load. `loading` until the first answer. */
export interface RegistryState {
  status: 'loading' | 'ready' | 'failed';
  remotes: readonly Remote[];
  /** Asked for, and not answered yet: `remotes` may be those of the visitor before. */
  reading: boolean;
}

export interface Registry extends Watched<RegistryState> {
  /**
   * Reads the registry: at start, after sign-in and sign-out, and before a retry. On failure it keeps the last answer and
   * retries, because there is no navigation without it.
   */
  read(): Promise<void>;
  stop(): void;
}

const RETRY_SHORTEST_MS = 2_000;
const RETRY_LONGEST_MS = 60_000;

/** `known` is the answer that the page brought along, if it did. */
export function createRegistry(api: Client, known?: readonly Remote[] | null): Registry {
  const store = createStore<RegistryState>(() => ({
    status: known ? 'ready' : 'loading',
    remotes: known ?? [],
    reading: false,
  }));
  const retry = createBackoff(RETRY_SHORTEST_MS, RETRY_LONGEST_MS);
  let lastRequest = 0;

  async function request(): Promise<void> {
    const own = ++lastRequest;
    store.setState({ reading: true });
    try {
      const { remotes } = await api.request(readRemotes);
      if (own === lastRequest) store.setState({ status: 'ready', remotes, reading: false });
    } catch {
      if (own !== lastRequest) return;
      const status = store.getState().status === 'ready' ? 'ready' : 'failed';
      store.setState({ status, reading: false });
      retry.again(() => void request());
    }
  }
  return {
    ...watched(store),
    read() {
      retry.reset();
      return request();
    },
    stop: retry.reset,
  };
}

export interface NavItem {
  to: string;
  label: string;
  /** The remote to preload; null for the shell's own pages. */
  remote: Remote | null;
}

interface Visitor {
  signedIn: boolean;
  isAdmin: boolean;
}

const seenBy = (audience: RemoteRoute['audience'], { signedIn, isAdmin }: Visitor) =>
  audience === 'everyone' || (audience === 'players' && signedIn) || (audience === 'admins' && isAdmin);

/** SHELL-05: Home and the visitor's remote pages, in the order that the remotes give. */
export function navigation(remotes: readonly Remote[], visitor: Visitor): NavItem[] {
  const offered = remotes.flatMap((remote) =>
    remote.routes.flatMap(({ path, label, order = 1000, audience }) =>
      label && seenBy(audience, visitor) ? [{ order, item: { to: path, label, remote } }] : [],
    ),
  );
  offered.sort((a, b) => a.order - b.order || a.item.label.localeCompare(b.item.label));
  return [{ to: '/', label: 'Home', remote: null }, ...offered.map(({ item }) => item)];
}
