import type { QueryClient } from '@tanstack/react-query';
import type { Client } from '@touchline/api/client';
import type { User } from '@touchline/api/http/auth';
import type { Config } from '@touchline/api/http/config';
import type { LiveMessage, LiveTopic } from '@touchline/api/http/live';
import {
  type ComponentType,
  createContext,
  type ReactNode,
  useContext,
  useMemo,
  useSyncExternalStore,
} from 'react';
import type { Transfers } from './transfers.ts';

/** A value of the shell to which remotes can subscribe: `useWatched(host.session)`. */
export interface Watched<T> {
  get(): T;
  subscribe(listener: () => void): () => void;
}

/** `loading` until the stored session has been restored or rejected. Pages must not redirect before that. */
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
  /** False while the stream is down and pages poll. */
  connected: boolean;
}

export interface Notice {
  kind: 'success' | 'error' | 'info';
  title?: string;
  message: string;
}

/** The interface of the shell for remotes. Limited to ten members. */
export interface Host {
  readonly session: Watched<Session> & { signOut(): Promise<void> };
  readonly wallet: Watched<Wallet> & { Control: ComponentType };
  /** Payments in FOOTBALL from the connected wallet. */
  readonly transfers: Transfers;
  /** The API client, and the server's clock for countdowns and locks: `api.now()`. */
  readonly api: Client;
  /** The query cache of the page. By default a response is fresh for five minutes, unless it is invalidated (API-41). */
  readonly queryClient: QueryClient;
  /** Navigates to a path of the app. `state` is the router's navigation state. */
  navigate(to: string, options?: { state?: unknown; replace?: boolean }): void;
  notify(notice: Notice): void;
  readonly live: Watched<LiveStatus> & {
    /**
     * Calls the listener for messages of these topics and for every `reset`. A `reset` means that the stream was interrupted; it
     * repeats every 30 seconds while the stream is down. Returns the unsubscribe function.
     */
    on<T extends LiveTopic>(
      topics: readonly T[],
      listener: (message: Extract<LiveMessage, { topic: T | 'reset' }>) => void,
    ): () => void;
    /** Maximum delay of refetches after a live message, in ms; see `coalesce`. Default: `LIVE_JITTER_MS`. */
    readonly jitterMs?: number;
  };
  readonly config: Config;
  readonly theme: Watched<'light' | 'dark'> & { toggle(): void };
}

interface Provided {
  host: Host;
  /** Values of `useShared`, by the function that creates them. */
  shared: Map<unknown, unknown>;
}

const HostContext = createContext<Provided | null>(null);

/** Provides the host to its children. Rendered once by the shell, and in tests with `createFakeHost()`. */
export function HostProvider({ host, children }: { host: Host; children: ReactNode }) {
  const provided = useMemo(() => ({ host, shared: new Map() }), [host]);
  return <HostContext.Provider value={provided}>{children}</HostContext.Provider>;
}

function useProvided(): Provided {
  const provided = useContext(HostContext);
  if (!provided) throw new Error('useHost() must be used inside a HostProvider');
  return provided;
}

/** The host of this page. */
export const useHost = (): Host => useProvided().host;

/** Returns a value that all components share while the app is open; `create` is called once and must be the same function. */
export function useShared<T>(create: (host: Host) => T): T {
  const { host, shared } = useProvided();
  if (!shared.has(create)) shared.set(create, create(host));
  return shared.get(create) as T;
}

/** Returns the current value and renders again whenever it changes. */
export function useWatched<T>(watched: Watched<T>): T {
  return useSyncExternalStore(watched.subscribe, watched.get, watched.get);
}
