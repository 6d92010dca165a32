import '@touchline/ui/base';
import { createClient } from '@touchline/api/client';
import { type Config, config as readConfig } from '@touchline/api/http/config';
import { TouchlineTheme } from '@touchline/ui/TouchlineTheme';
import { type ReactNode, StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createClock } from './clock.ts';
import { App } from './frame/App.tsx';
import { PageError } from './frame/PageError.tsx';
import { PageSkeleton } from './frame/PageSkeleton.tsx';
import { nonce } from './nonce.ts';
import { readPageData, takePageTimes } from './page-data.ts';
import { createShell, startShell } from './shell.ts';
import { createTheme } from './theme.ts';
import { WalletControl } from './wallet-panel/WalletControl.tsx';

const clock = createClock();
const theme = createTheme();
const page = readPageData();
const root = createRoot(document.getElementById('root') as HTMLElement);

function renderScreen(screen: ReactNode) {
  // A transition yields to other tasks. The first paint remains visible until it is done.
  startTransition(() =>
    root.render(
      <StrictMode>
        <TouchlineTheme nonce={nonce} colorSchemeManager={theme.manager}>
          {screen}
        </TouchlineTheme>
      </StrictMode>,
    ),
  );
}

async function fetchConfig(): Promise<Config> {
  const requestedAt = Date.now();
  const config = await createClient({ base: '/api' }).request(readConfig);
  clock.measure(config.server_time, requestedAt);
  return config;
}

function renderShell(config: Config): void {
  const shell = createShell({ config, clock, theme, WalletControl, remotes: page.remotes });
  startShell(shell);
  renderScreen(<App shell={shell} />);
}

/** Starts the shell. It needs the configuration of the deployment, which the page usually contains. */
async function start(): Promise<void> {
  if (page.config) {
    const { requestedAt, respondedAt } = takePageTimes();
    clock.measure(page.config.server_time, requestedAt, respondedAt);
    return renderShell(page.config);
  }
  renderScreen(<PageSkeleton />);
  try {
    renderShell(await fetchConfig());
  } catch (error) {
    console.error(error);
    renderScreen(
      <PageError title="Touchline cannot be reached" onRetry={() => void start()}>
        The server did not respond. Your teams are safe. Check your connection and try again.
      </PageError>,
    );
  }
}

void start();
