import '@touchline/ui/base';
import { createClient } from '@touchline/api/client';
import { type Config, config as readConfig } from '@touchline/api/http/config';
import { Container } from '@touchline/ui/base';
import { ErrorState } from '@touchline/ui/ErrorState';
import { TouchlineTheme } from '@touchline/ui/TouchlineTheme';
import { type ReactNode, StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createClock } from './clock.ts';
import { App } from './frame/App.tsx';
import { PageSkeleton } from './frame/PageSkeleton.tsx';
import { nonce } from './nonce.ts';
import { readPageTimes, readPageData } from './page-data.ts';
import { createShell, startShell } from './shell.ts';
import { createTheme } from './theme.ts';
import { WalletControl } from './wallet-panel/WalletControl.tsx';

const clock = createClock();
const theme = createTheme();
const page = readPageData();
const root = createRoot(document.getElementById('root') as HTMLElement);

function renderScreen(screen: ReactNode) {
  // A transition leaves the thread to others now and then; the first paint stays until it is done.
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
  const askedAt = Date.now();
  const config = await createClient({ base: '/api' }).request(readConfig);
  clock.measure(config.server_time, askedAt);
  return config;
}

function renderShell(config: Config): void {
  const shell = createShell({ config, clock, theme, WalletControl, remotes: page.remotes });
  startShell(shell);
  renderScreen(<App shell={shell} />);
}

/** Chain and token of the deployment must be known before anything is shown. The page brings them along. */
async function start(): Promise<void> {
  if (page.config) {
    const { requestedAt: askedAt, respondedAt: answeredAt } = readPageTimes();
    clock.measure(page.config.server_time, askedAt, answeredAt);
    return renderShell(page.config);
  }
  renderScreen(<PageSkeleton />);
  try {
    renderShell(await fetchConfig());
  } catch (error) {
    console.error(error);
    renderScreen(
      <Container size="sm" py="xl">
        <ErrorState title="Touchline cannot be reached" onRetry={() => void start()}>
          The server did not answer. Your teams are safe. Check your connection and try again.
        </ErrorState>
      </Container>,
    );
  }
}

void start();
