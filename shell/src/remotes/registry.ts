import type { Client } from '@touchline/api/client';
import { type Remote, type RemoteRoute, remotes as readRemotes } from '@touchline/api/http/remotes';
import type { Watched } from '@touchline/host/host';
import { cell } from '../watched.ts';

/** What the gateway says may be loaded. `loading` only until the first answer. */
export interface RegistryState {
  status: 'loading' | 'ready' | 'failed';
  remotes: readonly Remote[];
}

export interface Registry extends Watched<RegistryState> {
  /**
   * Reads it (again): at start, on sign-in and sign-out, and before a retry. Keeps the last answer when that fails, and tries
   * again by itself: without it there is no navigation.
   */
  read(): Promise<void>;
  stop(): void;
}

const AGAIN_FROM_MS = 2_000;
const AGAIN_UP_TO_MS = 60_000;

export function createRegistry(api: Client): Registry {
  const state = cell<RegistryState>({ status: 'loading', remotes: [] });
  let asked = 0;
  let again: ReturnType<typeof setTimeout> | undefined;

  async function read(delay = AGAIN_FROM_MS): Promise<void> {
    clearTimeout(again);
    const mine = ++asked;
    try {
      const { remotes } = await api.call(readRemotes);
      if (mine === asked) state.set({ status: 'ready', remotes });
    } catch {
      if (mine !== asked) return;
      const { status, remotes } = state.get();
      if (status !== 'ready') state.set({ status: 'failed', remotes });
      again = setTimeout(() => void read(Math.min(delay * 2, AGAIN_UP_TO_MS)), delay);
    }
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    read: () => read(),
    stop: () => clearTimeout(again),
  };
}

export interface NavItem {
  to: string;
  label: string;
  /** The remote behind it, to warm it; null for the shell's own pages. */
  remote: Remote | null;
}

const seenBy = (audience: RemoteRoute['audience'], who: { signedIn: boolean; isAdmin: boolean }) =>
  audience === 'everyone' ||
  (audience === 'players' && who.signedIn) ||
  (audience === 'admins' && who.isAdmin);

/** SHELL-05: Home and what the remotes put into the navigation, in their order, for this visitor. */
export function navigation(
  remotes: readonly Remote[],
  who: { signedIn: boolean; isAdmin: boolean },
): NavItem[] {
  const offered = remotes.flatMap((remote) =>
    remote.routes.flatMap(({ path, label, order = 1000, audience }) =>
      label && seenBy(audience, who) ? [{ order, item: { to: path, label, remote } }] : [],
    ),
  );
  offered.sort((a, b) => a.order - b.order || a.item.label.localeCompare(b.item.label));
  return [{ to: '/', label: 'Home', remote: null }, ...offered.map(({ item }) => item)];
}
