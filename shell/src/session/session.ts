import type { Client } from '@touchline/api/client';
import { TouchlineError } from '@touchline/api/errors';
import { login, logout, logoutAll, profile } from '@touchline/api/http/auth';
import { createBackoff } from '../backoff.ts';
import type { Clock } from '../clock.ts';
import { createRenewal } from './renewal.ts';
import { createSessionCore, isSessionRejected, type SessionCore } from './session-core.ts';
import { TOKEN_KEY, USER_KEY } from './session-storage.ts';
import { createTokenLock } from './token-lock.ts';

/** Signs the server's message. Throws the wallet's error. */
export type Sign = (message: string) => Promise<string>;

export type SessionStore = ReturnType<typeof createSession>;

interface SessionDeps {
  /** Sends the token and renews it on TOKEN_EXPIRED. */
  api: Client;
  /** For login, refresh and logout. Must not renew on 401, because a rejected refresh would then call itself. */
  authApi: Client;
  storage: Storage;
  locks: Pick<LockManager, 'request'> | undefined;
  clock: Clock;
  /** Leads home from the page whose session the server has rejected. */
  goHome(): void;
}

/** Creates the session. It is stored in the browser, renewed before it expires and shared by all tabs. */
export function createSession(deps: SessionDeps) {
  const { api, authApi, storage, locks, clock, goHome } = deps;
  const core = createSessionCore(storage, goHome);
  const lock = createTokenLock(locks);
  const renewal = createRenewal({ core, authApi, lock, clock });
  const confirmation = createConfirmation(core, api);
  const unfollow = watchTabs(core, storage);
  return {
    get: core.get,
    subscribe: core.subscribe,
    /** AUTH-03: restores the stored session and confirms it with the server. */
    async restore() {
      const stored = core.readStored();
      if (!stored) return core.forget();
      core.adopt(stored);
      await confirmation.run();
    },
    /**
     * Signs a wallet in, in two steps. Drops the result unless `stillWanted`, because the account may have changed in between.
     * @throws the error of the server or the wallet
     */
    async login(address: string, sign: Sign, stillWanted = () => true) {
      const proof = await signChallenge(authApi, address, sign);
      // A refresh that finishes after the sign-in would replace the new session's cookie.
      await lock(async () => {
        if (!stillWanted()) return;
        const { token, user } = await completeSignIn(authApi, proof);
        if (stillWanted()) core.begin(token, user);
      });
    },
    /** AUTH-05: exchanges the token. A rejection ends the session and is thrown. */
    refresh: renewal.refresh,
    /**
     * For the API client after a 401: exchanges the rejected token, for any reason, because a sign-in in another tab may have
     * replaced it. Resolves with true if there is a new token.
     */
    async renew(rejected: string | null) {
      // A rejected exchange has ended the session; after a failed one, the token is the same.
      if (core.get().token === rejected) await renewal.refresh().catch(() => undefined);
      return ![null, rejected].includes(core.get().token);
    },
    /** Refetches the user, whose rights may have changed. A rejection ends the session. */
    confirm: confirmation.run,
    /** Adopts the session that another tab has stored, in case its storage event has not arrived yet. */
    syncWithStorage() {
      // Until the stored session has been restored, there is nothing to synchronise.
      if (core.get().status !== 'loading') syncWithStorage(core);
    },
    /** Ends the session in this browser and on the server. */
    async logout() {
      // The session ends in this browser even if the server is unreachable.
      const request = authApi.request(logout, { body: {} }).catch(() => undefined);
      core.forget();
      // The next sign-in waits for the response, which would remove the new session's cookie.
      void lock(() => request);
      await request;
    },
    /** Ends every session of the wallet, including this one. @throws the server's error; the session then continues */
    async logoutEverywhere() {
      await api.request(logoutAll, { body: {} });
      core.forget();
    },
    /** SHELL-03: ends the session of a rejected token in this browser only, and leads home unless a newer session continues. */
    handleRejectedToken: core.handleRejectedToken,
    stop() {
      renewal.stop();
      confirmation.stop();
      unfollow();
    },
  };
}

/** Requests a challenge and gets it signed: the first step of a sign-in. */
async function signChallenge(authApi: Client, wallet_address: string, sign: Sign) {
  const step = await authApi.request(login, { body: { wallet_address } });
  if (!('challenge' in step)) throw new TouchlineError('UNKNOWN', 'Wallet authentication failed');
  const { id, message } = step.challenge;
  return { wallet_address, challenge_id: id, signature: await sign(message) };
}

/** Exchanges the signed challenge for token and user. The server ends this browser's previous session. */
async function completeSignIn(authApi: Client, proof: Awaited<ReturnType<typeof signChallenge>>) {
  const result = await authApi.request(login, { body: proof });
  if (!('token' in result)) throw new TouchlineError('UNKNOWN', 'Wallet authentication failed');
  return result;
}

/** Confirms a restored session with the user's profile. Retries until the server responds. */
function createConfirmation(core: SessionCore, api: Client) {
  const retry = createBackoff();
  const run = async () => {
    if (!core.get().token) return;
    await confirm(core, api).then(retry.reset, () => retry.schedule(() => void run()));
  };
  return { run, stop: retry.reset };
}

async function confirm(core: SessionCore, api: Client): Promise<void> {
  const before = core.get();
  /** False if another account has signed in since: the response does not concern it. */
  const isCurrentUser = (wallet: string | undefined) =>
    [undefined, wallet].includes(core.get().user?.wallet_address);
  try {
    const { user } = await api.request(profile);
    // A refresh may have replaced the token in the meantime.
    const { token } = core.get();
    if (token && isCurrentUser(user.wallet_address)) core.begin(token, user);
  } catch (error) {
    if (!isSessionRejected(error) || isRefreshPending(error, core)) throw error;
    // The user may have signed out in the meantime.
    if (core.get().token === null || !isCurrentUser(before.user?.wallet_address)) return;
    // The rejected token may have been replaced by a newer one, which the next attempt confirms.
    if (!core.handleRejectedToken(before.token) && core.get().token !== before.token) throw error;
  }
}

/** True if the token has expired and its refresh failed without a rejection. The session may still be valid. */
const isRefreshPending = (error: unknown, core: SessionCore) =>
  error instanceof TouchlineError && error.code === 'TOKEN_EXPIRED' && core.get().token !== null;

/** Adopts the current content of the storage. Events are not used, because they may be outdated in a suspended tab. */
function syncWithStorage(core: SessionCore): void {
  const stored = core.readStored();
  if (!stored) core.forget();
  else if (stored.user && stored.token !== core.get().token) core.adopt(stored);
}

/** Adopts changes to the same user, such as a new nickname. A new session follows with the event of its token. */
function syncUser(core: SessionCore): void {
  const stored = core.readStored();
  const { token, user } = core.get();
  if (stored?.token === token && user && stored?.user?.wallet_address === user.wallet_address)
    core.adopt(stored);
}

/** Watches sign-ins, sign-outs, renewals and changed users of other tabs. Returns the function that stops watching. */
function watchTabs(core: SessionCore, storage: Storage): () => void {
  const onStorage = ({ storageArea, key }: StorageEvent) => {
    if (storageArea !== storage) return;
    if (key === null || key === TOKEN_KEY) syncWithStorage(core);
    if (key === USER_KEY) syncUser(core);
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
