import { TouchlineError } from '@touchline/api/errors';
import type { User } from '@touchline/api/http/auth';
import { createStore } from 'zustand/vanilla';
import {
  clearStored,
  readStored as readFrom,
  type StoredSession,
  writeStored as storeSession,
} from './session-storage.ts';

/** AUTH-03: `loading` until the stored session has been restored or rejected. */
export interface SessionState {
  status: 'loading' | 'guest' | 'player';
  token: string | null;
  user: User | null;
}

/** Token and user of this page, kept in sync with the browser's storage. */
export type SessionCore = ReturnType<typeof createSessionCore>;

export function createSessionCore(storage: Storage, goHome: () => void) {
  const store = createStore<SessionState>(() => ({ status: 'loading', token: null, user: null }));
  const { getState: get, setState: set, subscribe } = store;
  const setSignedIn = (session: { token: string; user: User }) => set({ status: 'player', ...session }, true);
  /** The current session, if the storage is full. */
  let unstored: StoredSession | null = null;
  const readStored = () => readFrom(storage) ?? unstored;
  const adopt = ({ token, user }: StoredSession) => {
    unstored = null;
    // Without a user, only the token is known. The profile request returns the user.
    if (user) setSignedIn({ token, user });
    else set({ token });
  };
  const forget = () => {
    unstored = null;
    clearStored(storage);
    if (get().status !== 'guest') set({ status: 'guest', token: null, user: null }, true);
  };
  return {
    get,
    subscribe,
    /** Reads the session that this or another tab stored last. */
    readStored,
    /** Sets the session and stores it for the other tabs. If the storage is full, it lasts until the page closes. */
    begin(token: string, user: User) {
      unstored = storeSession(storage, { token, user }) ? null : { token, user };
      setSignedIn({ token, user });
    },
    /** Adopts a stored session. */
    adopt,
    /** Signs out in this browser, without a request to the server (SHELL-03). */
    forget,
    /**
     * Ends the session of a token that the server has rejected, on the home page. A newer session continues: another tab may have stored
     * one whose storage event has not arrived yet.
     * @returns true if no user is signed in afterwards
     */
    handleRejectedToken(token: string | null): boolean {
      const stored = readStored();
      if (!stored || stored.token === token) {
        forget();
        goHome();
        return true;
      }
      const { status, token: own } = get();
      if (status !== 'loading' && stored.user && stored.token !== own) adopt(stored);
      return false;
    },
  };
}

/** True if the server has rejected the session, as opposed to a failed request or a rejection by a proxy, which has no code. */
export const isSessionRejected = (error: unknown) =>
  error instanceof TouchlineError && [401, 403, 404].includes(error.status) && error.code !== 'UNKNOWN';
