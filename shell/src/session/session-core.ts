import { TouchlineError } from '@touchline/api/errors';
import type { User } from '@touchline/api/http/auth';
import type { Watched } from '@touchline/host/host';
import type { SessionHolder, SessionState } from './session-state.ts';
import { clear, readStored, type StoredSession, store as storeSession } from './session-storage.ts';

/** Token and user, in this page and in the browser's storage. */
export interface SessionCore extends Watched<SessionState> {
  /** What this or another tab stored last. */
  stored(): StoredSession | null;
  /** Sets the session and stores it for the other tabs. */
  begin(token: string, user: User): void;
  /** Takes over a stored session. */
  adopt(stored: StoredSession): void;
  /** Signs out in this browser, without a call to the server (SHELL-03). */
  forget(): void;
  /**
   * Ends the session of a token that the server has refused. A newer session stays: another tab may have stored one whose
   * storage event has not arrived yet.
   * @returns whether nobody is signed in now
   */
  refused(token: string | null): boolean;
}

export function createSessionCore(holder: SessionHolder, storage: Storage): SessionCore {
  const { getState: get, setState: set, subscribe } = holder;
  const signedIn = (session: { token: string; user: User }) => set({ status: 'player', ...session }, true);
  const adopt = ({ token, user }: StoredSession) =>
    // Without a user it is a stored token whose user is not known yet.
    user ? signedIn({ token, user }) : set({ token });
  const forget = () => {
    clear(storage);
    if (get().status !== 'guest') set({ status: 'guest', token: null, user: null }, true);
  };
  return {
    get,
    subscribe,
    stored: () => readStored(storage),
    begin(token, user) {
      storeSession(storage, { token, user });
      signedIn({ token, user });
    },
    adopt,
    forget,
    refused(token) {
      const stored = readStored(storage);
      if (!stored || stored.token === token) {
        forget();
        return true;
      }
      const { status, token: own } = get();
      if (status !== 'loading' && stored.user && stored.token !== own) adopt(stored);
      return false;
    },
  };
}

/** The server has refused the session, as opposed to a failed call. */
export const isRefusal = (error: unknown) =>
  error instanceof TouchlineError && [401, 403, 404].includes(error.status);
