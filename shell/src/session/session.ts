import type { Client } from '@touchline/api/client';
import { TouchlineError } from '@touchline/api/errors';
import { login, logout, logoutAll, profile } from '@touchline/api/http/auth';
import type { Watched } from '@touchline/host/host';
import { createBackoff } from '../backoff.ts';
import type { Clock } from '../clock.ts';
import { createRenewal } from './renewal.ts';
import { createSessionCore, isRefusal, type SessionCore } from './session-core.ts';
import type { SessionHolder, SessionState } from './session-state.ts';
import { TOKEN_KEY } from './session-storage.ts';

/** Signs the server's message; throws the wallet's error. */
export type Sign = (message: string) => Promise<string>;

export interface SessionStore extends Watched<SessionState> {
  /** AUTH-03: restores the stored session, then confirms it with the server. */
  restore(): Promise<void>;
  /**
   * Signs a wallet in, in two steps. The result is dropped unless `stillWanted` (the account may have changed in between).
   * @throws the error of the server or the wallet
   */
  login(address: string, sign: Sign, stillWanted?: () => boolean): Promise<void>;
  /** AUTH-05: exchanges the token; a refusal ends the session and is thrown. */
  refresh(): Promise<void>;
  /** For the API client on a 401: true if there is a new token and the call may be repeated. */
  renew(error: TouchlineError): Promise<boolean>;
  /** Reads the user again, whose rights may have changed; a refusal ends the session. */
  confirm(): Promise<void>;
  /** Takes over what another tab has stored, in case its storage event has not arrived yet. */
  catchUp(): void;
  /** Ends the session in this browser and on the server. */
  logout(): Promise<void>;
  /** Ends every session of the wallet, then this browser's. @throws the server's error; the session stays */
  logoutEverywhere(): Promise<void>;
  /** SHELL-03: ends the session of a refused token in this browser only. @returns whether nobody is signed in now */
  refused(token: string | null): boolean;
  stop(): void;
}

interface SessionDeps {
  holder: SessionHolder;
  /** Sends the token and renews it on TOKEN_EXPIRED. */
  api: Client;
  /** For login, refresh and logout: must not renew on 401, or a refused refresh would call itself. */
  authApi: Client;
  storage: Storage;
  locks: Pick<LockManager, 'request'> | undefined;
  clock: Clock;
}

/** The session: stored in the browser, renewed before it expires, shared by all tabs. */
export function createSession({ holder, api, authApi, storage, locks, clock }: SessionDeps): SessionStore {
  const core = createSessionCore(holder, storage);
  const renewal = createRenewal({ core, authApi, locks, clock });
  const confirmation = createConfirmation(core, api);
  const unfollow = followTabs(core, storage);
  return {
    get: core.get,
    subscribe: core.subscribe,
    async restore() {
      const stored = core.stored();
      if (!stored) return core.forget();
      core.adopt(stored);
      await confirmation.run();
    },
    async login(address, sign, stillWanted = () => true) {
      // A refresh that ends after the sign-in would replace the new session's cookie.
      await renewal.idle();
      const answer = await signIn(authApi, address, sign, stillWanted);
      if (answer && stillWanted()) core.begin(answer.token, answer.user);
    },
    refresh: renewal.refresh,
    async renew(error) {
      if (error.code !== 'TOKEN_EXPIRED') return false;
      return renewal.refresh().then(
        () => core.get().token !== null,
        () => false,
      );
    },
    confirm: confirmation.run,
    catchUp() {
      // Until the stored session is restored there is nothing to catch up with.
      if (core.get().status !== 'loading') catchUp(core);
    },
    async logout() {
      // The session ends here even if the server cannot be reached.
      const answered = authApi.request(logout, { body: {} }).catch(() => undefined);
      core.forget();
      await answered;
    },
    async logoutEverywhere() {
      await api.request(logoutAll, { body: {} });
      core.forget();
    },
    refused: core.refused,
    stop() {
      renewal.stop();
      confirmation.stop();
      unfollow();
    },
  };
}

/** Asks for a challenge, has it signed and returns the token; null if no longer wanted. */
async function signIn(authApi: Client, address: string, sign: Sign, stillWanted: () => boolean) {
  const asked = await authApi.request(login, { body: { wallet_address: address } });
  if (!('challenge' in asked)) throw new TouchlineError('UNKNOWN', 'Wallet authentication failed');
  const { id, message } = asked.challenge;
  const signature = await sign(message);
  if (!stillWanted()) return null;
  const body = { wallet_address: address, challenge_id: id, signature };
  const answer = await authApi.request(login, { body });
  if (!('token' in answer)) throw new TouchlineError('UNKNOWN', 'Wallet authentication failed');
  return answer;
}

const RETRY_SHORTEST_MS = 2_000;
const RETRY_LONGEST_MS = 60_000;

/** Confirms a restored session with the user's profile, and repeats that until the server answers. */
function createConfirmation(core: SessionCore, api: Client) {
  const retry = createBackoff(RETRY_SHORTEST_MS, RETRY_LONGEST_MS);
  const run = async () => {
    if (!core.get().token) return;
    await confirm(core, api).then(retry.reset, () => retry.schedule(() => void run()));
  };
  return { run, stop: retry.reset };
}

async function confirm(core: SessionCore, api: Client): Promise<void> {
  const { token: asked, user: asker } = core.get();
  /** Another account may have signed in since: the answer is not about that one. */
  const isStill = (wallet: string | undefined) =>
    [undefined, wallet].includes(core.get().user?.wallet_address);
  try {
    const { user } = await api.request(profile);
    // A refresh may have replaced the token since.
    const { token } = core.get();
    if (token && isStill(user.wallet_address)) core.begin(token, user);
  } catch (error) {
    if (!isRefusal(error) || isUnrenewed(error, core)) throw error;
    if (!isStill(asker?.wallet_address)) return;
    // What was refused may be a token before the one that is here now.
    if (!core.refused(asked) && core.get().token !== asked) await confirm(core, api);
  }
}

/** The token has expired and the refresh failed without being refused: the session may still be valid. */
const isUnrenewed = (error: unknown, core: SessionCore) =>
  error instanceof TouchlineError && error.code === 'TOKEN_EXPIRED' && core.get().token !== null;

/** Takes over the storage's current content; a storage event may be outdated in a tab that was suspended. */
function catchUp(core: SessionCore): void {
  const stored = core.stored();
  if (!stored) core.forget();
  else if (stored.user && stored.token !== core.get().token) core.adopt(stored);
}

/** Follows sign-ins, sign-outs and renewals of other tabs. Returns the function that stops it. */
function followTabs(core: SessionCore, storage: Storage): () => void {
  const follow = ({ storageArea, key }: StorageEvent) => {
    if (storageArea === storage && (key === null || key === TOKEN_KEY)) catchUp(core);
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}
