import { HostProvider, useWatched } from '@touchline/host/host';
import { QueryClientProvider } from '@touchline/host/query';
import { useLocation, useNavigate } from '@touchline/host/router';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { BrowserRouter } from 'react-router-dom';
import { Header } from '../header/Header.tsx';
import { lazyPart } from '../lazy-part.tsx';
import { keepCode } from '../offline/keep-code.ts';
import { type Shell, ShellContext, useShell } from '../shell-context.ts';
import classes from './App.module.css';
import { PageError } from './PageError.tsx';
import { Pages } from './Pages.tsx';
import { PreviewBanner } from './PreviewBanner.tsx';
import { useLater } from './use-later.ts';
import { Versions } from './Versions.tsx';

/** The whole page: header, current route and toasts. */
export function App({ shell }: { shell: Shell }) {
  return (
    <ShellContext.Provider value={shell}>
      <QueryClientProvider client={shell.host.queryClient}>
        <HostProvider host={shell.host}>
          <ErrorBoundary fallback={<ShellCrashed />}>
            <BrowserRouter>
              <Frame />
            </BrowserRouter>
          </ErrorBoundary>
        </HostProvider>
      </QueryClientProvider>
    </ShellContext.Provider>
  );
}

/** Shown if the shell itself fails. Pages of remotes have their own error boundary. */
function ShellCrashed() {
  return (
    <PageError
      title="Touchline has stopped working"
      onRetry={() => window.location.reload()}
      retryLabel="Reload"
    >
      Your teams and payments are safe on the server.
    </PageError>
  );
}

function Frame() {
  const { onNavigate } = useShell();
  const go = useNavigate();
  useLayoutEffect(() => onNavigate((to, options) => void go(to, options ?? {})), [onNavigate, go]);
  const main = useFocusOnNavigation();
  return (
    <>
      <a className={classes.skip} href="#main">
        Skip to main content
      </a>
      <PreviewBanner />
      <Header />
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        <Pages />
      </main>
      <Toasts />
      <MatchEventNotifications />
      <PrizeNotifications />
      <Offline />
      <Versions />
    </>
  );
}

/**
 * Moves the focus to the main element and scrolls to the top when the path changes. Also moves the focus there after signing in or out
 * if the focused control has been removed. Returns the element's ref.
 */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const { user } = useWatched(useShell().host.session);
  const wallet = user?.wallet_address;
  const before = useRef(wallet);
  useEffect(() => {
    const changed = wallet !== before.current;
    before.current = wallet;
    if (changed && document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [wallet]);
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

const MatchEventToasts = lazyPart(
  async () =>
    (await import(/* webpackChunkName: "player" */ '../match-events/MatchEventToasts.tsx')).MatchEventToasts,
);

/** Notifications for signed-in players. Guests have no teams. */
function MatchEventNotifications() {
  const { host, matchEventSetting } = useShell();
  const { status, user } = useWatched(host.session);
  const on = useWatched(matchEventSetting);
  if (status !== 'player' || !user || !on) return null;
  return <MatchEventToasts key={user.wallet_address} wallet={user.wallet_address} />;
}

const PrizeNotices = lazyPart(
  async () => (await import(/* webpackChunkName: "player" */ '../prizes/PrizeNotices.tsx')).PrizeNotices,
);

/** Prepares for visits without a connection, once the page is complete. Players also send what they saved without one. */
function Offline() {
  const { host, kept } = useShell();
  const { status } = useWatched(host.session);
  const due = useLater();
  useEffect(() => {
    if (due) keepCode().catch(console.warn);
  }, [due]);
  const sends = due && status === 'player';
  useEffect(() => {
    if (!sends) return;
    const starting = import(/* webpackChunkName: "player" */ '../offline/send-unsent-lineups.ts').then(
      ({ sendUnsentLineups }) => sendUnsentLineups({ ...host, kept }, navigator.locks),
    );
    starting.catch(console.warn);
    return () => void starting.then((stop) => stop()).catch(() => {});
  }, [sends, host, kept]);
  return null;
}

/** Notices of settled prizes for signed-in players. Their code and request wait until the page is complete. */
function PrizeNotifications() {
  const { status, user } = useWatched(useShell().host.session);
  const due = useLater();
  if (!due || status !== 'player' || !user) return null;
  return <PrizeNotices key={user.wallet_address} wallet={user.wallet_address} />;
}

function Toasts() {
  const { toasts } = useShell();
  const { module, plain } = useWatched(toasts.state);
  if (!module)
    return plain ? (
      <p role="alert" className={classes.notice}>
        {plain.title && <b>{plain.title}. </b>}
        {plain.message}
      </p>
    ) : null;
  // Pages with a bottom bar set --tl-bottom-bar; the demo sets --tl-dock for its bar below the page.
  return (
    <module.Notifications
      position="bottom-right"
      styles={{ root: { marginBottom: 'calc(var(--tl-bottom-bar, 0px) + var(--tl-dock, 0px))' } }}
    />
  );
}
