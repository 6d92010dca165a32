import type { Store } from '@reduxjs/toolkit';
import type { Client } from '@touchline/api/client';
import { TouchlineError } from '@touchline/api/errors';
import { login, logout, profile, refresh, type User } from '@touchline/api/http/auth';
import type { Clock } from '../clock.ts';
import { type SessionState, signedIn, signedOut, tokenFound } from './session-slice.ts';
import { clear, readStored, store, TOKEN_KEY } from './session-storage.ts';
import { refreshTime } from './token.ts';

/** Signs the server's message; raises what the wallet raises. */
export type Sign = (message: string) => Promise<string>;

export interface SessionKeeper {
  state(): SessionState;
  /** AUTH-03: takes up the stored session at once, then asks the server whether it still stands. */
  restore(): Promise<void>;
  /**
   * Signs in a wallet in two steps. Raises what the server or the wallet raises. The result is dropped when `stillWanted`
   * says so (the account changed while the wallet was asking).
   */
  login(address: string, sign: Sign, stillWanted?: () => boolean): Promise<void>;
  /** AUTH-05: exchanges the token; a refusal ends the session, and the error is raised again. */
  refresh(): Promise<void>;
  /** What the API client asks on a 401: true when there is a new token and the call may be sent again. */
  renew(error: TouchlineError): Promise<boolean>;
  /** Takes up what another tab has stored of the session, should this one not have heard of it yet. */
  catchUp(): void;
  /** Ends the session here and on the server. */
  logout(): Promise<void>;
  /** SHELL-03: forgets the session without a word to the server. */
  forget(): void;
  stop(): void;
}

export interface SessionDeps {
  store: Store<{ session: SessionState }>;
  /** Sends the token and renews it on TOKEN_EXPIRED. */
  api: Client;
  /** For login, refresh and logout: never renews, so that a refused refresh cannot ask for itself. */
  authApi: Client;
  storage: Storage;
  locks: Pick<LockManager, 'request'> | undefined;
  clock: Clock;
}

const LOCK = 'touchline-refresh';
const RETRY_FROM_MS = 2_000;
const RETRY_UP_TO_MS = 60_000;

/** The server has said no, as opposed to not having answered. */
const refused = (error: unknown) => error instanceof TouchlineError && [401, 403, 404].includes(error.status);

/** The session: stored in the browser, renewed before it ends, shared by all tabs. */
export function createSession(deps: SessionDeps): SessionKeeper {
  const { storage, clock, authApi } = deps;
  const state = () => deps.store.getState().session;
  let renewal: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let refreshing: Promise<void> | null = null;

  function begin(token: string, user: User) {
    store(storage, { token, user });
    deps.store.dispatch(signedIn({ token, user }));
    scheduleRefresh(token);
  }

  function forget() {
    clearTimeout(renewal);
    clearTimeout(retry);
    clear(storage);
    if (state().status !== 'guest') deps.store.dispatch(signedOut());
  }

  function scheduleRefresh(token: string) {
    clearTimeout(renewal);
    const at = refreshTime(token);
    if (at === null) return;
    // A failure has been dealt with where it happened; what is left here is to try again later.
    renewal = setTimeout(
      () => refreshOnce().catch(() => scheduleRetry(refreshOnce)),
      Math.max(0, at - clock.now()),
    );
  }

  function scheduleRetry(what: () => Promise<void>, delay = RETRY_FROM_MS) {
    clearTimeout(retry);
    if (!state().token) return;
    retry = setTimeout(() => {
      what().catch(() => scheduleRetry(what, Math.min(delay * 2, RETRY_UP_TO_MS)));
    }, delay);
  }

  function refreshOnce(): Promise<void> {
    refreshing ??= underLock(exchange).finally(() => {
      refreshing = null;
    });
    return refreshing;
  }

  const underLock = (work: () => Promise<void>): Promise<void> =>
    deps.locks ? deps.locks.request(LOCK, work) : work();

  async function exchange() {
    const mine = state().token;
    const inStorage = readStored(storage);
    // Another tab was quicker: its token is as good.
    if (inStorage?.user && inStorage.token !== mine) return adopt(inStorage.token, inStorage.user);
    try {
      const { token, user } = await authApi.call(refresh, { body: {} });
      if (state().token === mine) begin(token, user);
    } catch (error) {
      if (refused(error) && state().token === mine) forget();
      throw error;
    }
  }

  function adopt(token: string, user: User) {
    deps.store.dispatch(signedIn({ token, user }));
    scheduleRefresh(token);
  }

  async function confirm(): Promise<void> {
    if (!state().token) return;
    const asker = state().user?.wallet_address;
    /** Another account may have signed in meanwhile: what is said of the former one is not about it. */
    const isStill = (wallet: string | undefined) =>
      [undefined, wallet].includes(state().user?.wallet_address);
    try {
      const { user } = await deps.api.call(profile);
      // A refresh in between brought a newer token: the user belongs to that one.
      const { token } = state();
      if (token && isStill(user.wallet_address)) begin(token, user);
    } catch (error) {
      if (!refused(error) || unanswered(error)) throw error;
      if (isStill(asker)) forget();
    }
  }

  /** The token has expired, and whoever could have renewed it did not answer: that is no refusal. */
  const unanswered = (error: unknown) =>
    error instanceof TouchlineError && error.code === 'TOKEN_EXPIRED' && state().token !== null;

  /** Takes up what stands in the storage now; an event may be old news to a tab that has slept. */
  function catchUp() {
    const stored = readStored(storage);
    if (!stored) forget();
    else if (stored.user && stored.token !== state().token) adopt(stored.token, stored.user);
  }

  /** Another tab signed in, out, or renewed its token. */
  function follow({ storageArea, key }: StorageEvent) {
    if (storageArea === storage && (key === null || key === TOKEN_KEY)) catchUp();
  }

  /** Timers sleep while a laptop does. */
  function wake() {
    const { token } = state();
    if (document.visibilityState === 'visible' && token) scheduleRefresh(token);
  }

  window.addEventListener('storage', follow);
  document.addEventListener('visibilitychange', wake);

  return {
    state,
    async restore() {
      const stored = readStored(storage);
      if (!stored) return forget();
      if (stored.user) adopt(stored.token, stored.user);
      else deps.store.dispatch(tokenFound(stored.token));
      await confirm().catch(() => scheduleRetry(confirm));
    },
    async login(address, sign, stillWanted = () => true) {
      // The cookie of a refresh that is answered after the sign-in would take the new one's place.
      await refreshing?.catch(() => undefined);
      const asked = await authApi.call(login, { body: { wallet_address: address } });
      if (!('challenge' in asked)) throw new TouchlineError('UNKNOWN', 'Wallet authentication failed');
      const { id, message } = asked.challenge;
      const signature = await sign(message);
      if (!stillWanted()) return;
      const answer = await authApi.call(login, {
        body: { wallet_address: address, challenge_id: id, signature },
      });
      if (!('token' in answer)) throw new TouchlineError('UNKNOWN', 'Wallet authentication failed');
      if (stillWanted()) begin(answer.token, answer.user);
    },
    refresh: refreshOnce,
    async renew(error) {
      if (error.code !== 'TOKEN_EXPIRED') return false;
      return refreshOnce().then(
        () => state().token !== null,
        () => false,
      );
    },
    catchUp() {
      // Before the stored session was restored there is nothing that another tab could have changed.
      if (state().status !== 'loading') catchUp();
    },
    async logout() {
      // The answer changes nothing here: the session is over on this side whatever the network does.
      const told = authApi.call(logout, { body: {} }).catch(() => undefined);
      forget();
      await told;
    },
    forget,
    stop() {
      clearTimeout(renewal);
      clearTimeout(retry);
      window.removeEventListener('storage', follow);
      document.removeEventListener('visibilitychange', wake);
    },
  };
}
