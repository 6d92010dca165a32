import type { Client } from '@touchline/api/client';
import { TouchlineError } from '@touchline/api/errors';
import { afterEach, beforeEach, vi } from 'vitest';
import { createApiClients } from '../api-clients.ts';
import { createClock } from '../clock.ts';
import { createSession, type SessionStore } from '../session/session.ts';
import { buildUser, TestServer } from './server.ts';
import { ALICE, ALICE_ADDRESS } from './test-wallet.ts';

interface SessionSuite {
  server: TestServer;
  session: SessionStore;
  api: Client;
  /** Opens the page. */
  open(): void;
  /** Opens the page with Alice's stored session, restored and confirmed. */
  openAs(token: string): Promise<void>;
  /** Stores a session, as another tab or the last visit would. */
  store(token: string, user?: unknown): void;
}

/** Sets up a new browser with a session and a new server for every test. */
export function sessionSuite(): SessionSuite {
  const suite = {
    open() {
      const clock = createClock();
      const session = () => suite.session;
      const signInAgain = async () => false;
      const clients = createApiClients({ base: '/api', clock, session, signInAgain });
      suite.api = clients.api;
      suite.session = createSession({
        ...clients,
        storage: localStorage,
        locks: undefined,
        clock,
        goHome() {},
      });
    },
    async openAs(token) {
      suite.store(token);
      suite.open();
      await suite.session.restore();
    },
    store(token, user = buildUser(ALICE_ADDRESS)) {
      suite.server.signedInAs = ALICE_ADDRESS;
      localStorage.setItem('auth_token', token);
      localStorage.setItem('user_data', typeof user === 'string' ? user : JSON.stringify(user));
    },
  } as SessionSuite;
  beforeEach(() => {
    suite.server = new TestServer();
    suite.server.install();
  });
  afterEach(() => {
    suite.session.stop();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  return suite;
}

/** Signs as Alice. */
export const sign = (message: string) => ALICE.signMessage({ message });

/** Reads token and user from the browser's storage. */
export const stored = () => [localStorage.getItem('auth_token'), localStorage.getItem('user_data')];

/** Creates an error of the server. Status 0 is a network failure. */
export const serverError = (status: number, code = 'INTERNAL') => new TouchlineError(code, 'No.', { status });
