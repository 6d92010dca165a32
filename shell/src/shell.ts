import { getInstance } from '@module-federation/enhanced/runtime';
import { configureStore } from '@reduxjs/toolkit';
import { QueryClient } from '@tanstack/react-query';
import { type Client, createClient } from '@touchline/api/client';
import { TouchlineError } from '@touchline/api/errors';
import type { Config } from '@touchline/api/http/config';
import { LIVE_PATH } from '@touchline/api/http/live';
import type { Host, Session, Wallet } from '@touchline/host/host';
import type { Clock } from './clock.ts';
import { createLive, type Live } from './live/live.ts';
import { createNotify } from './notify/notify.ts';
import { createLoader, type FederationRuntime, type RemoteLoader } from './remotes/loader.ts';
import { createRegistry, type Registry } from './remotes/registry.ts';
import { createSession, type SessionKeeper } from './session/session.ts';
import { sessionReducer } from './session/session-slice.ts';
import { createSignIn, type SignIn } from './session/sign-in.ts';
import type { Theme } from './theme/theme.ts';
import { createTransfers } from './transfers/transfers.ts';
import { WalletControl } from './wallet/WalletControl.tsx';
import { createWagmi, type Wagmi } from './wallet/wagmi-config.ts';
import { createWallet, type WalletKeeper } from './wallet/wallet.ts';
import { derived } from './watched.ts';

/** Everything the shell is made of; its screens take it from context, remotes see the `host` in it. */
export interface Shell {
  host: Host;
  store: ReturnType<typeof createStore>;
  session: SessionKeeper;
  signIn: SignIn;
  wallet: WalletKeeper;
  registry: Registry;
  loader: RemoteLoader;
  live: Live;
  theme: Theme;
  /** The router's navigate, as soon as there is a router. */
  onNavigate(go: Host['navigate']): void;
}

const createStore = () => configureStore({ reducer: { session: sessionReducer } });

const API = '/api';
const MINUTE = 60_000;

interface ShellDeps {
  config: Config;
  clock: Clock;
  theme: Theme;
  /** The instance that the build made: it holds the shared modules. */
  federation?: () => FederationRuntime;
  /** How the QR kind of wallet is fetched, where the deployment has switched it on. */
  loadQr?: typeof qrLoader;
}

const builtIn = () => getInstance() as unknown as FederationRuntime;

/** Wires the shell: every store, timer and subscription of this process begins here. */
export function createShell({
  config,
  clock,
  theme,
  federation = builtIn,
  loadQr = qrLoader,
}: ShellDeps): Shell {
  const store = createStore();
  let go: Host['navigate'] = (to) => window.location.assign(to);
  const navigate: Host['navigate'] = (to, options) => go(to, options);

  const token = () => store.getState().session.token;
  const signedInWallet = () => store.getState().session.user?.wallet_address;
  const answers = { base: API, token, onServerTime: clock.heard, now: clock.now };
  const api = leaveOn401(
    createClient({ ...answers, onUnauthorised: (error) => session.renew(error) }),
    signedInWallet,
    (error) => {
      // An expired token that nobody answered for is renewed later; a refused one is gone by now.
      if (error.code === 'TOKEN_EXPIRED' && token()) return;
      session.forget();
      navigate('/');
    },
  );
  const session = createSession({
    store,
    api,
    authApi: createClient(answers),
    storage: localStorage,
    locks: navigator.locks,
    clock,
  });
  const wagmi = createWagmi(config, window.location.origin);
  const wallet = createWallet(wagmi, { loadQr: loadQr(wagmi, config) });
  const signIn = createSignIn({ wallet, session, onSession: store.subscribe });
  const registry = createRegistry(api);
  const loader = createLoader(federation);
  const queryClient = createQueryClient();
  const live = createLive({
    url: `${API}${LIVE_PATH}`,
    open: (url) => new EventSource(url),
    locks: navigator.locks,
    channel: () => new BroadcastChannel('touchline-live'),
  });

  const signedInAs = { get: session.state, subscribe: store.subscribe };
  let last = session.state();
  store.subscribe(() => {
    const { user, token } = session.state();
    const other = user?.wallet_address !== last.user?.wallet_address;
    // What an admin may load is only told to a token that still holds.
    const newToken = user?.isAdmin === true && token !== last.token;
    last = session.state();
    // What the last visitor could see is not this one's.
    if (other) void queryClient.resetQueries();
    if (other || newToken) void registry.read();
  });

  // While the stream is down, and after it was cut, whatever is on the screen is fetched.
  // Pages that listen themselves come first and are not asked twice.
  live.on([], () =>
    queueMicrotask(() => void queryClient.invalidateQueries(undefined, { cancelRefetch: false })),
  );

  const host: Host = {
    session: {
      ...derived([signedInAs], () => hostSession(session), sameSession),
      signOut: () => signIn.signOut(),
    },
    wallet: {
      ...derived([wallet, signIn], () => hostWallet(wallet, signIn), sameWallet),
      Control: WalletControl,
    },
    transfers: createTransfers(wagmi, config),
    api,
    queryClient,
    navigate,
    notify: createNotify(),
    live,
    config,
    theme,
  };
  return {
    host,
    store,
    session,
    signIn,
    wallet,
    registry,
    loader,
    live,
    theme,
    onNavigate(next) {
      go = next;
    },
  };
}

/** The QR kind, where the deployment has switched it on; its code is a chunk of its own. */
function qrLoader(wagmi: Wagmi, { walletconnect }: Config) {
  if (!walletconnect) return undefined;
  const { project_id: projectId, relay_url: relayUrl } = walletconnect;
  return async () => {
    const { qrKit } = await import('./wallet/qr-kit.ts');
    return qrKit(wagmi, { projectId, relayUrl, origin: window.location.origin });
  };
}

/** Begins what takes time: the stored session, the wallet of the last visit, the remotes there are. */
export function startShell({ session, wallet, registry }: Shell): void {
  // The session first: what is stored is known at once, so a wallet that comes back is not asked to sign in again.
  void session.restore();
  // A restored user has had it read already.
  if (!session.state().user) void registry.read();
  void wallet.start();
}

/** Ends its timers and connections. */
export function stopShell({ signIn, session, wallet, live, registry }: Shell): void {
  for (const part of [signIn, session, wallet, live, registry]) part.stop();
}

/**
 * SHELL-03: whatever call is refused for want of a session, the visitor is a guest at home. Unless `who` is somebody else by
 * now: a refusal of the former account says nothing about the session of this one.
 */
function leaveOn401(
  client: Client,
  who: () => string | undefined,
  leave: (error: TouchlineError) => void,
): Client {
  return {
    now: client.now,
    async call(endpoint, ...input) {
      const asker = who();
      try {
        return await client.call(endpoint, ...input);
      } catch (error) {
        const stillHis = [undefined, asker].includes(who());
        if (error instanceof TouchlineError && error.status === 401 && stillHis) leave(error);
        throw error;
      }
    },
  };
}

function createQueryClient(): QueryClient {
  const worthAnother = (failures: number, error: Error) =>
    failures < 2 && !(error instanceof TouchlineError && error.status >= 400 && error.status < 500);
  return new QueryClient({
    // API-41: five minutes, unless the live stream says otherwise.
    defaultOptions: { queries: { staleTime: 5 * MINUTE, gcTime: 10 * MINUTE, retry: worthAnother } },
  });
}

function hostSession(session: SessionKeeper): Session {
  const { status, user } = session.state();
  return { status, user };
}
const sameSession = (a: Session, b: Session) => a.status === b.status && a.user === b.user;

function hostWallet(wallet: WalletKeeper, signIn: SignIn): Wallet {
  const { status, address, rightChain } = wallet.get();
  if (status !== 'connected') return { status, address };
  if (!rightChain) return { status: 'wrong-chain', address };
  return { status: signIn.get().busy ? 'authenticating' : 'connected', address };
}
const sameWallet = (a: Wallet, b: Wallet) => a.status === b.status && a.address === b.address;
