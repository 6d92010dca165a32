import { QueryClient } from '@tanstack/react-query';
import { TouchlineError } from '@touchline/api/errors';
import type { Config } from '@touchline/api/http/config';
import { LIVE_PATH } from '@touchline/api/http/live';
import type { Remote } from '@touchline/api/http/remotes';
import type { Host, Session, Wallet, Watched } from '@touchline/host/host';
import { createApiClients } from './api-clients.ts';
import type { Clock } from './clock.ts';
import { createLive } from './live/live.ts';
import { refetchAfterGaps } from './live/refetch-after-gaps.ts';
import { createMatchEventSetting } from './match-event-setting.ts';
import { createLoader, type FederationRuntime } from './remotes/loader.ts';
import { createRegistry } from './remotes/registry.ts';
import { createReports } from './remotes/reports.ts';
import { withReturnState } from './return-path.ts';
import { createSession, type SessionStore } from './session/session.ts';
import { holdSession } from './session/session-state.ts';
import { createSignIn, type SignIn } from './session/sign-in.ts';
import type { Shell } from './shell-context.ts';
import type { Theme } from './theme.ts';
import { createToasts } from './toasts.ts';
import { createTransfers } from './transfers/transfers.ts';
import { createLazyWallet } from './wallet/lazy-wallet.ts';
import type { OpenWallet, QrLoader } from './wallet/open-wallet.ts';
import type { Wagmi } from './wallet/wagmi-config.ts';
import type { WalletStore } from './wallet/wallet.ts';
import { deriveWatched } from './watched.ts';

const API = '/api';
const MINUTE_MS = 60_000;

const RECENT_SIGN_IN = {
  kind: 'info',
  title: 'Sign in again',
  message: 'Changes by admins need a recent sign-in. Your wallet asks for it; what you typed is kept.',
} as const;

interface ShellDeps {
  config: Config;
  clock: Clock;
  theme: Theme;
  /** What a guest may load, as far as the page brought it along; else it is asked for. */
  remotes?: readonly Remote[] | null;
  /** The component behind `host.wallet.Control`. */
  WalletControl: Host['wallet']['Control'];
  /** The instance made by the build; it holds the shared modules. */
  federation?: () => FederationRuntime | Promise<FederationRuntime>;
  /** The wallet library where it is here from the start; else it is loaded once a wallet is near. */
  opened?: OpenWallet;
}

/** Comes with the first remote: pages of the shell alone do without. */
async function loadFederation(): Promise<FederationRuntime> {
  const { getInstance } = await import(
    /* webpackChunkName: "federation" */ '@module-federation/enhanced/runtime'
  );
  return getInstance() as unknown as FederationRuntime;
}

/** Wires the shell: every store, timer and subscription of this process starts here. */
export function createShell(deps: ShellDeps): Shell {
  const { config, clock, theme, WalletControl, remotes, federation = loadFederation, opened } = deps;
  const { location, navigator, localStorage: storage } = window;
  const { locks } = navigator;
  let go: Host['navigate'] = (to) => location.assign(to);
  // Pages that need a session send guests home in place of themselves: home knows the way back.
  const navigate: Host['navigate'] = (to, options) =>
    go(
      to,
      to === '/' && options?.replace && !session.get().user
        ? withReturnState(location, false, options)
        : options,
    );

  const goHome = () => go('/', withReturnState(location, true));
  const signInAgain = () => {
    if (!signIn.get().busy) toasts.notify(RECENT_SIGN_IN);
    return signIn.signInAgain();
  };
  const { api, authApi } = createApiClients({
    base: API,
    traced: config.tracing,
    clock,
    session: () => session,
    goHome,
    signInAgain,
  });
  const session = createSession({ holder: holdSession(), api, authApi, storage, locks, clock });
  const wallet = createLazyWallet({
    load: () => loadWallet(config),
    opened,
    qrOffered: config.walletconnect !== null,
  });
  const signIn = createSignIn(wallet, session);
  const registry = createRegistry(api, remotes);
  const reports = createReports(authApi);
  const loader = createLoader(federation, { reports });
  const queryClient = createQueryClient();
  const toasts = createToasts();
  const momentSwitch = createMatchEventSetting(storage);
  const live = createLive({
    open: () => new EventSource(`${API}${LIVE_PATH}`),
    locks,
    channel: () => new BroadcastChannel('touchline-live'),
  });

  onVisitorChange(session, {
    // One visitor must not see another's data.
    user: () => void queryClient.resetQueries(),
    rights: () => void registry.read(),
  });
  refetchAfterGaps(live, queryClient);

  const host: Host = {
    session: { ...toHostSession(session), signOut: signIn.signOut },
    wallet: { ...toHostWallet(wallet, signIn), Control: WalletControl },
    transfers: createTransfers(async () => (await wallet.open()).wagmi, config, { api }),
    api,
    queryClient,
    navigate,
    notify: toasts.notify,
    live,
    config,
    theme,
  };
  const onNavigate: Shell['onNavigate'] = (next) => {
    go = next;
  };
  return {
    ...{ host, session, signIn, wallet, registry, loader, reports, live, theme, toasts },
    ...{ matchEventSetting: momentSwitch, onNavigate },
  };
}

/** Starts what takes time: the stored session, the list of remotes, the wallet of the last visit. */
export function startShell({ session, wallet, registry }: Shell): void {
  // The session first: its user is known at once, and the returning wallet is not asked to sign in again.
  void session.restore();
  // A restored user has triggered a read already, and the page may have brought the list along.
  if (!session.get().user && registry.get().status === 'loading') void registry.read();
  void wallet.start();
}

/** Ends the shell's timers and connections. */
export function stopShell({ signIn, session, wallet, live, registry }: Shell): void {
  for (const service of [signIn, session, wallet, live, registry]) service.stop();
}

/** The wallet library, which most guests never need. */
async function loadWallet(config: Config): Promise<OpenWallet> {
  const { openWallet } = await import(/* webpackChunkName: "wallet" */ './wallet/open-wallet.ts');
  return openWallet(config, window.location.origin, qrLoader);
}

/** Wallets by QR code, if the deployment has them; their code is a chunk of its own. */
const qrLoader: QrLoader = (wagmi: Wagmi, { walletconnect }) => {
  if (!walletconnect) return undefined;
  const { project_id: projectId, relay_url: relayUrl } = walletconnect;
  return async () => {
    const { qrKit } = await import('./wallet/qr-kit.ts');
    return qrKit(wagmi, { projectId, relayUrl, origin: window.location.origin });
  };
};

interface VisitorListener {
  /** Another user, or none, or one who is no admin any more. */
  user(): void;
  /** Another user, other rights, or an admin's new token: the gateway shows admin remotes only to valid tokens. */
  rights(): void;
}

function onVisitorChange(session: SessionStore, listener: VisitorListener): void {
  let last = session.get();
  session.subscribe(() => {
    const now = session.get();
    const otherUser = now.user?.wallet_address !== last.user?.wallet_address;
    const newAdminToken = now.user?.isAdmin === true && now.token !== last.token;
    const promoted = now.user?.isAdmin === true && last.user?.isAdmin !== true;
    const demoted = now.user?.isAdmin !== true && last.user?.isAdmin === true;
    last = now;
    if (otherUser || demoted) listener.user();
    if (otherUser || demoted || promoted || newAdminToken) listener.rights();
  });
}

function createQueryClient(): QueryClient {
  const retry = (failures: number, error: Error) =>
    failures < 2 && !(error instanceof TouchlineError && error.status >= 400 && error.status < 500);
  return new QueryClient({
    // API-41: five minutes, unless a live message invalidates a query earlier.
    defaultOptions: { queries: { staleTime: 5 * MINUTE_MS, gcTime: 10 * MINUTE_MS, retry } },
  });
}

function toHostSession(session: SessionStore): Watched<Session> {
  const read = () => {
    const { status, user } = session.get();
    return { status, user };
  };
  return deriveWatched([session], read, (a, b) => a.status === b.status && a.user === b.user);
}

function toHostWallet(wallet: WalletStore, signIn: SignIn): Watched<Wallet> {
  const read = (): Wallet => {
    const { status, address, rightChain } = wallet.get();
    if (status !== 'connected') return { status, address };
    if (!rightChain) return { status: 'wrong-chain', address };
    return { status: signIn.get().busy ? 'authenticating' : 'connected', address };
  };
  return deriveWatched([wallet, signIn], read, (a, b) => a.status === b.status && a.address === b.address);
}
