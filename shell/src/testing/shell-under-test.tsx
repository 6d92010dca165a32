import { cleanup, render } from '@testing-library/react';
import { FAKE_CONFIG } from '@touchline/host/testing/fake-host';
import { TouchlineTheme } from '@touchline/ui/TouchlineTheme';
import { afterEach, beforeEach, vi } from 'vitest';
import { createClock } from '../clock.ts';
import { App } from '../frame/App.tsx';
// Loaded in advance, so that tests do not wait for the compiler.
import '../frame/AdminPage.tsx';
import '../home/HomePage.tsx';
import '../home/MyLeagues.tsx';
import '../home/MyTeams.tsx';
import '../wallet-panel/KnownWallet.tsx';
import type { FederationRuntime } from '../remotes/loader.ts';
import { createShell, startShell, stopShell } from '../shell.ts';
import type { Shell } from '../shell-context.ts';
import { createTheme } from '../theme.ts';
import { openWallet } from '../wallet/open-wallet.ts';
import { WalletControl } from '../wallet-panel/WalletControl.tsx';
import { TestServer } from './server.ts';
import type { TestPhone } from './test-phone.ts';

/** An EventSource that the test controls. */
export class TestStream {
  static last: TestStream | null = null;
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onerror: (() => void) | null = null;
  constructor() {
    TestStream.last = this;
  }
  open() {
    this.readyState = 1;
    this.onopen?.();
  }
  send(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  /** `closed`: the response was not a stream, so the browser does not reconnect. */
  fail(closed = false) {
    this.readyState = closed ? 2 : 0;
    this.onerror?.();
  }
  close() {
    this.readyState = 2;
  }
}

/** A runtime without any remotes. */
const noRemotes: FederationRuntime = {
  registerRemotes: () => {},
  registerPlugins: () => {},
  shareScopeMap: {},
  loadRemote: () => Promise.reject(new Error('[ Federation Runtime ]: Failed to get manifest. #RUNTIME-003')),
};

/** Sets up a new browser and server for every test. `open` renders the page. */
export function shellUnderTest() {
  let shells: Shell[] = [];
  const server = { current: new TestServer() };
  beforeEach(() => {
    window.history.replaceState(null, '', '/');
    server.current = new TestServer();
    server.current.install();
    vi.stubGlobal('EventSource', Object.assign(TestStream, { CLOSED: 2 }));
  });
  afterEach(() => {
    cleanup();
    for (const shell of shells) stopShell(shell);
    shells = [];
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  function make(federation: FederationRuntime = noRemotes, phone?: TestPhone): Shell {
    const walletconnect = phone ? { project_id: 'test', relay_url: 'wss://relay.invalid' } : null;
    const config = { ...FAKE_CONFIG, walletconnect };
    const shell = createShell({
      config,
      clock: createClock(),
      theme: createTheme(),
      WalletControl,
      federation: () => federation,
      opened: openWallet(config, 'http://localhost', phone?.load),
    });
    shells.push(shell);
    return shell;
  }
  return {
    get server() {
      return server.current;
    },
    make,
    /** Renders the page at a path and starts the shell. */
    open({
      at = '/',
      state,
      federation,
      phone,
    }: {
      at?: string;
      state?: unknown;
      federation?: FederationRuntime;
      /** Enables QR code wallets. */
      phone?: TestPhone;
    } = {}) {
      window.history.replaceState(state === undefined ? null : { usr: state }, '', at);
      const shell = make(federation, phone);
      startShell(shell);
      const screen = render(
        <TouchlineTheme colorSchemeManager={shell.theme.manager}>
          <App shell={shell} />
        </TouchlineTheme>,
      );
      return { shell, ...screen };
    },
  };
}
