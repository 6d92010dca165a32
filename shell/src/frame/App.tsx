import { HostProvider, useWatched } from '@touchline/host/host';
import { QueryClientProvider } from '@touchline/host/query';
import { Provider } from '@touchline/host/redux';
import { useNavigate } from '@touchline/host/router';
import { Container } from '@touchline/ui/base';
import { ErrorState } from '@touchline/ui/ErrorState';
import { useLayoutEffect } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { Header } from '../header/Header.tsx';
import { toasts } from '../notify/notify.ts';
import { FailureBoundary } from '../remotes/FailureBoundary.tsx';
import type { Shell } from '../shell.ts';
import { ShellContext, useShell } from '../shell-context.tsx';
import classes from './App.module.css';
import { Pages } from './Pages.tsx';
import { useArrival } from './use-arrival.ts';

/** The whole page: header, the page of the address, toasts. */
export function App({ shell }: { shell: Shell }) {
  return (
    <ShellContext.Provider value={shell}>
      <Provider store={shell.store}>
        <QueryClientProvider client={shell.host.queryClient}>
          <HostProvider host={shell.host}>
            <FailureBoundary fallback={() => <Broken />}>
              <BrowserRouter>
                <Frame />
              </BrowserRouter>
            </FailureBoundary>
          </HostProvider>
        </QueryClientProvider>
      </Provider>
    </ShellContext.Provider>
  );
}

/** The frame itself has failed; a remote's page has a boundary of its own. */
function Broken() {
  return (
    <Container size="sm" py="xl">
      <ErrorState
        title="Touchline stopped working here"
        onRetry={() => window.location.reload()}
        retryLabel="Load again"
      >
        Your teams and payments are safe on the server.
      </ErrorState>
    </Container>
  );
}

export function Frame() {
  const { onNavigate } = useShell();
  const go = useNavigate();
  useLayoutEffect(() => onNavigate((to, options) => void go(to, options ?? {})), [onNavigate, go]);
  const main = useArrival();
  return (
    <>
      <a className={classes.skip} href="#main">
        Skip to the page
      </a>
      <Header />
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        <Pages />
      </main>
      <Toasts />
    </>
  );
}

function Toasts() {
  const module = useWatched(toasts);
  if (!module) return null;
  // A page may have a bar at the lower edge, and says how high it is.
  return (
    <module.Notifications
      position="bottom-right"
      styles={{ root: { marginBottom: 'var(--tl-bottom-bar, 0px)' } }}
    />
  );
}
