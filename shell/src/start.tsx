import '@touchline/ui/base';
import { createClient } from '@touchline/api/client';
import { type Config, config as readConfig } from '@touchline/api/http/config';
import { Container } from '@touchline/ui/base';
import { ErrorState } from '@touchline/ui/ErrorState';
import { TouchlineTheme } from '@touchline/ui/TouchlineTheme';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createClock } from './clock.ts';
import { App } from './frame/App.tsx';
import { PageSkeleton } from './frame/PageSkeleton.tsx';
import { nonce } from './nonce.ts';
import { createShell, startShell } from './shell.ts';
import { createTheme } from './theme.ts';
import { WalletControl } from './wallet-panel/WalletControl.tsx';

const clock = createClock();
const theme = createTheme();
const root = createRoot(document.getElementById('root') as HTMLElement);

function show(screen: ReactNode) {
  root.render(
    <StrictMode>
      <TouchlineTheme nonce={nonce} colorSchemeManager={theme.manager}>
        {screen}
      </TouchlineTheme>
    </StrictMode>,
  );
}

async function readDeployment(): Promise<Config> {
  const askedAt = Date.now();
  const config = await createClient({ base: '/api' }).call(readConfig);
  clock.measure(config.server_time, askedAt);
  return config;
}

/** Chain and token of the deployment must be known before anything is shown. */
async function start(): Promise<void> {
  show(<PageSkeleton />);
  try {
    const shell = createShell({ config: await readDeployment(), clock, theme, WalletControl });
    startShell(shell);
    show(<App shell={shell} />);
  } catch (error) {
    console.error(error);
    show(
      <Container size="sm" py="xl">
        <ErrorState title="Touchline cannot be reached" onRetry={() => void start()}>
          The server did not answer. Your teams are safe. Check your connection and try again.
        </ErrorState>
      </Container>,
    );
  }
}

void start();
