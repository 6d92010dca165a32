import { type Client, createClient } from '@touchline/api/client';
import { TouchlineError } from '@touchline/api/errors';
import type { Clock } from './clock.ts';
import type { SessionStore } from './session/session.ts';

interface ApiClients {
  /**
   * Renews an expired token, and has the wallet sign again where a call needs a recent sign-in. After any other 401 the
   * visitor is signed out, on the home page (SHELL-03).
   */
  api: Client;
  /** For login, refresh and logout: a 401 is only an error. */
  authApi: Client;
}

interface ApiClientsDeps {
  base: string;
  clock: Clock;
  /** The session uses the clients itself, so it is asked for later. */
  session: () => SessionStore;
  goHome(): void;
  /** Has the wallet sign again; false if it refused. */
  signInAgain(): Promise<boolean>;
}

export function createApiClients(deps: ApiClientsDeps): ApiClients {
  const { base, clock, session } = deps;
  const token = () => session().get().token;
  const options = { base, token, onServerTime: clock.heard, now: clock.now };
  const renewing = createClient({ ...options, onUnauthorised: (error) => session().renew(error) });
  return { api: withRefusals(renewing, deps), authApi: createClient(options) };
}

/** The client, with what follows from a refusal of the session. */
function withRefusals(client: Client, { session, goHome, signInAgain }: ApiClientsDeps): Client {
  const token = () => session().get().token;
  const wallet = () => session().get().user?.wallet_address;

  /** Whether a refused call may be repeated: it had no effect, and the session has a newer sign-in. */
  async function maySucceedNow(error: TouchlineError, usedToken: string | null, asker: string | undefined) {
    if (error.code === 'REAUTH_REQUIRED') return signInAgain();
    // Signing in again ends the session before it, also for calls under way.
    return error.status === 401 && token() !== null && token() !== usedToken && wallet() === asker;
  }
  function follow(error: TouchlineError, isForAdmins: boolean, asker: string | undefined) {
    // Another account may have signed in since the call: the refusal is not about that one.
    if (![undefined, asker].includes(wallet())) return;
    if (error.code === 'FORBIDDEN' && isForAdmins) void session().confirm();
    if (error.status !== 401) return;
    // The refresh may have failed without being refused: then the token is still there and is renewed later.
    if (error.code === 'TOKEN_EXPIRED' && token()) return;
    session().forget();
    goHome();
  }
  return {
    now: client.now,
    async call(endpoint, ...input) {
      const asker = wallet();
      const usedToken = token();
      const once = () => client.call(endpoint, ...input);
      const refused = (error: unknown) => {
        if (error instanceof TouchlineError) follow(error, endpoint.auth === 'admin', asker);
        throw error;
      };
      try {
        return await once();
      } catch (error) {
        if (!(error instanceof TouchlineError) || !(await maySucceedNow(error, usedToken, asker)))
          return refused(error);
      }
      return once().catch(refused);
    },
  };
}
