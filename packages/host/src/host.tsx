import type { QueryClient } from '@tanstack/react-query';
import type { Client } from '@touchline/api/client';
import type { User } from '@touchline/api/http/auth';
import type { Config } from '@touchline/api/http/config';
import type { LiveMessage, LiveTopic } from '@touchline/api/http/live';
import { type ComponentType, createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { Transfers } from './transfers.tsx';

/** A value that the shell keeps and a remote watches: `useWatched(host.session)`. */
export interface Watched<T> {
  get(): T;
  subscribe(listener: () => void): () => void;
}

/** `loading` until the stored session was restored or refused; only then may a page redirect. */
export interface Session {
  status: 'loading' | 'guest' | 'player';
  user: User | null;
}

export interface Wallet {
  status: 'disconnected' | 'connecting' | 'reconnecting' | 'wrong-chain' | 'authenticating' | 'connected';
  /** Lower case. */
  address: string | null;
}

export interface LiveStatus {
  /** False: the stream is down and screens poll. */
  connected: boolean;
}

export interface Notice {
  kind: 'success' | 'error' | 'info';
  title?: string;
  message: string;
}

/** Everything the shell offers a remote. At most ten members; a remote asks for nothing else. */
export interface Host {
  readonly session: Watched<Session> & { signOut(): Promise<void> };
  readonly wallet: Watched<Wallet> & { Control: ComponentType };
  /** Payments in FOOTBALL from the connected wallet. */
  readonly transfers: Transfers;
  /** Calls, and the server's clock: countdowns and locks run on `api.now()`. */
  readonly api: Client;
  readonly queryClient: QueryClient;
  /** Goes to a path of the product; `state` is the router's navigation state. */
  navigate(to: string, options?: { state?: unknown; replace?: boolean }): void;
  notify(notice: Notice): void;
  readonly live: Watched<LiveStatus> & {
    /**
     * Hears messages of these topics, and every `reset` (the stream was cut, or is down: then one comes every 30 seconds).
     * Returns the end of it.
     */
    on(topics: readonly LiveTopic[], listener: (message: LiveMessage) => void): () => void;
  };
  readonly config: Config;
  readonly theme: Watched<'light' | 'dark'> & { toggle(): void };
}

const HostContext = createContext<Host | null>(null);

/** Gives the pages below it their host; the shell does this for remotes, a test does it with `createFakeHost()`. */
export function HostProvider({ host, children }: { host: Host; children: ReactNode }) {
  return <HostContext.Provider value={host}>{children}</HostContext.Provider>;
}

/** The host of this page. */
export function useHost(): Host {
  const host = useContext(HostContext);
  if (!host) throw new Error('useHost() needs a HostProvider above it');
  return host;
}

/** The value now, and again whenever it changes. */
export function useWatched<T>(watched: Watched<T>): T {
  return useSyncExternalStore(watched.subscribe, watched.get, watched.get);
}
