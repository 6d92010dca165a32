import { QueryClient } from '@tanstack/react-query';
import { createClient } from '@touchline/api/client';
import type { User } from '@touchline/api/http/auth';
import type { Config } from '@touchline/api/http/config';
import type { LiveMessage } from '@touchline/api/http/live';
import { createElement } from 'react';
import { createStore } from 'zustand/vanilla';
import type { Host, LiveStatus, Notice, Session, Wallet, Watched } from '../host.tsx';
import { createFakeFetch, type FakeResponse } from './fake-responses.ts';
import { createFakeTransfers, type FakeTransfers } from './fake-transfers.ts';

/** A watched value that tests can set. */
interface Settable<T> extends Watched<T> {
  set(value: T): void;
}

function settable<T>(first: T): Settable<T> {
  const { getState, setState, subscribe } = createStore<T>(() => first);
  return { get: getState, set: (value) => setState(value, true), subscribe };
}

export interface FakeHostOptions {
  /** The signed-in user. Null or absent for a guest. */
  user?: User | null;
  wallet?: Wallet;
  /** API responses by endpoint. Any other request fails with 503. */
  responses?: readonly FakeResponse[];
  /** URL of a real API to use instead of `responses`: `/api` or `http://host:port/api`. */
  apiBase?: string;
  config?: Partial<Config>;
  /** The server's clock in epoch ms. Default: the real time. */
  now?: () => number;
  theme?: 'light' | 'dark';
}

/** A host without a shell. Tests control the state that the shell would otherwise provide. */
export interface FakeHost extends Host {
  readonly session: Settable<Session> & { signOut(): Promise<void> };
  readonly wallet: Settable<Wallet> & Pick<Host['wallet'], 'Control'>;
  readonly live: Settable<LiveStatus> & Pick<Host['live'], 'on' | 'jitterMs'>;
  readonly transfers: FakeTransfers;
  /** Notices that the remote has shown, in order. */
  readonly notices: Notice[];
  /** Navigations of the remote, in order. */
  readonly visits: { to: string; state?: unknown; replace?: boolean }[];
  /** Delivers a live message to the remote. */
  emit(message: LiveMessage): void;
  /** Forwards `navigate` to a real router. */
  onNavigate(go: Host['navigate']): void;
}

export const FAKE_ADDRESS = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';

/** A signed-in player, for `createFakeHost({ user: fakeUser() })`. */
export function fakeUser(fields: Partial<User> = {}): User {
  return {
    wallet_address: FAKE_ADDRESS,
    isAdmin: false,
    created_at: '2026-08-01T10:00:00.000Z',
    nickname: null,
    ...fields,
  };
}

export const FAKE_CONFIG: Config = {
  chain: {
    id: 480,
    name: 'WorldChain Mainnet',
    currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpc: 'http://127.0.0.1:8545',
    explorer: 'https://worldscan.org',
  },
  token: { address: '0x5fbdb2315678afecb367f032d93f642f64180aa3', symbol: 'FOOTBALL', decimals: 18 },
  treasury_wallet: '0xa0ee7a142d267c1f36714e4a8f75612f20a79720',
  staking_wallet: '0xbcd4042de499d14e55001ccbb24a551f3b954096',
  walletconnect: null,
  features: { tournaments: true, paid_games: true, staking: true },
  calendar: {
    season_window_hours: 75,
    tournament_window_hours: 2,
    tail_minutes: 150,
    deadline_lead_minutes: 90,
    soon_hours: 24,
    poll_bootstrap_seconds: 300,
    poll_live_seconds: 30,
    poll_idle_seconds: 600,
  },
  links: {
    social: 'https://x.com/',
    analytics: 'https://www.geckoterminal.com/',
    white_paper: 'https://touchline.example/white-paper.pdf',
    trading_tools: 'https://dexscreener.com/',
  },
  tracing: false,
  server_time: 0,
};

/** As in the shell. */
const FRESH_MS = 5 * 60_000;

const FakeWalletControl = () => createElement('button', { type: 'button' }, 'Browser wallet');

/** Creates a host without a shell, for a remote's tests and for the standalone dev page. */
export function createFakeHost(options: FakeHostOptions = {}): FakeHost {
  const user = options.user ?? null;
  const session = settable<Session>({ status: user ? 'player' : 'guest', user });
  const wallet = settable<Wallet>(
    options.wallet ?? { status: user ? 'connected' : 'disconnected', address: user?.wallet_address ?? null },
  );
  const theme = settable<'light' | 'dark'>(options.theme ?? 'dark');
  const live = settable<LiveStatus>({ connected: true });
  const listeners = new Set<(message: LiveMessage) => void>();
  const notices: Notice[] = [];
  const visits: FakeHost['visits'] = [];
  let go: Host['navigate'] = () => {};
  return {
    session: { ...session, signOut: async () => session.set({ status: 'guest', user: null }) },
    wallet: { ...wallet, Control: FakeWalletControl },
    transfers: createFakeTransfers(),
    api: createClient({
      base: options.apiBase ?? 'http://fake.invalid/api',
      token: () => (session.get().user ? 'fake-token' : null),
      now: options.now ?? Date.now,
      ...(options.apiBase ? {} : { fetch: createFakeFetch(options.responses ?? []) }),
    }),
    queryClient: new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: FRESH_MS } } }),
    navigate(to, how) {
      visits.push({ to, ...how });
      go(to, how);
    },
    notify: (notice) => void notices.push(notice),
    live: {
      ...live,
      jitterMs: 0,
      on(topics, listener) {
        const deliver = (message: LiveMessage) => {
          if (message.topic === 'reset' || includes(topics, message.topic))
            listener(message as Parameters<typeof listener>[0]);
        };
        listeners.add(deliver);
        return () => listeners.delete(deliver);
      },
    },
    config: { ...FAKE_CONFIG, ...options.config },
    theme: { ...theme, toggle: () => theme.set(theme.get() === 'dark' ? 'light' : 'dark') },
    notices,
    visits,
    emit: (message) => {
      for (const listener of [...listeners]) listener(message);
    },
    onNavigate(next) {
      go = next;
    },
  };
}

const includes = (topics: readonly string[], topic: string) => topics.includes(topic);
