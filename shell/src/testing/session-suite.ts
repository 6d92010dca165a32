import { type Client, createClient } from '@touchline/api/client';
import { TouchlineError } from '@touchline/api/errors';
import { afterEach, beforeEach, vi } from 'vitest';
import { createClock } from '../clock.ts';
import { createSession, type SessionStore } from '../session/session.ts';
import { holdSession } from '../session/session-state.ts';
import { TestServer, userOf } from './server.ts';
import { ALICE, ALICE_ADDRESS } from './test-wallet.ts';

interface SessionSuite {
  server: TestServer;
  session: SessionStore;
  /** A client that renews by the session. */
  api: Client;
  /** Opens the page. */
  open(): void;
  /** Opens the page with Alice's stored session, restored and confirmed. */
  openAs(token: string): Promise<void>;
  /** What another tab, or the last visit, has stored. */
  store(token: string, user?: unknown): void;
}

/** The session in a fresh browser with a fresh server, for every test. */
export function sessionSuite(): SessionSuite {
  const suite = {
    open() {
      const holder = holdSession();
      const client = {
        base: 'http://localhost/api',
        token: () => holder.getState().token,
        fetch: suite.server.fetch,
      };
      suite.api = createClient({ ...client, onUnauthorised: (error) => suite.session.renew(error) });
      suite.session = createSession({
        holder,
        api: suite.api,
        authApi: createClient(client),
        storage: localStorage,
        locks: undefined,
        clock: createClock(),
      });
    },
    async openAs(token) {
      suite.store(token);
      suite.open();
      await suite.session.restore();
    },
    store(token, user = userOf(ALICE_ADDRESS)) {
      suite.server.signedInAs = ALICE_ADDRESS;
      localStorage.setItem('auth_token', token);
      localStorage.setItem('user_data', typeof user === 'string' ? user : JSON.stringify(user));
    },
  } as SessionSuite;
  beforeEach(() => {
    localStorage.clear();
    suite.server = new TestServer();
  });
  afterEach(() => {
    suite.session.stop();
    vi.useRealTimers();
  });
  return suite;
}

/** Signs as Alice. */
export const sign = (message: string) => ALICE.signMessage({ message });

/** Token and user in the browser's storage. */
export const stored = () => [localStorage.getItem('auth_token'), localStorage.getItem('user_data')];

/** A refusal or failure of the server; status 0: the network fails. */
export const failure = (status: number, code = 'INTERNAL') => new TouchlineError(code, 'No.', { status });
