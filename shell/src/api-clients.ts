import { type Client, type ClientOptions, createClient } from '@touchline/api/client';
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

/** A call, for what follows from its refusal. */
interface RequestContext {
  /** The token of its last attempt: a refusal is about that session and no other. */
  sent: string | null;
  /** The wallet that was signed in when it began. */
  asker: string | undefined;
  isForAdmins: boolean;
}

interface ApiClientsDeps {
  base: string;
  /** Whether the gateway traces calls. */
  traced?: boolean;
  clock: Clock;
  /** The session uses the clients itself, so it is asked for later. */
  session: () => SessionStore;
  goHome(): void;
  /** Has the wallet sign again; false if it refused. */
  signInAgain(): Promise<boolean>;
}

export function createApiClients(deps: ApiClientsDeps): ApiClients {
  const { base, clock, session, traced = false } = deps;
  const token = () => session().get().token;
  const options = { base, token, onServerTime: clock.correct, now: clock.now, traced };
  return { api: createSessionClient(options, deps), authApi: createClient(options) };
}

/** The client, with what follows from a refusal of the session. */
function createSessionClient(
  options: ClientOptions,
  { clock, session, goHome, signInAgain }: ApiClientsDeps,
): Client {
  const token = () => session().get().token;
  const wallet = () => session().get().user?.wallet_address;

  /** Whether a refused call may be repeated: it had no effect, and the session has a newer sign-in. */
  async function canRetry(error: TouchlineError, { sent, asker }: RequestContext) {
    if (error.code === 'REAUTH_REQUIRED') return signInAgain();
    if (error.status !== 401) return false;
    // Signing in again ends the session before it, also for calls under way, and may have happened in another tab.
    session().catchUp();
    return token() !== null && token() !== sent && wallet() === asker;
  }
  function handleRejection(error: TouchlineError, { sent, asker, isForAdmins }: RequestContext) {
    // Another account may have signed in since the call.
    if (error.code === 'FORBIDDEN' && isForAdmins && wallet() === asker) void session().confirm();
    if (error.status !== 401) return;
    // The refresh may have failed without being refused: then the token is still there and is renewed later.
    if (error.code === 'TOKEN_EXPIRED' && token()) return;
    if (session().refused(sent)) goHome();
  }
  return {
    now: clock.now,
    async request(endpoint, ...input) {
      const request: RequestContext = { sent: null, asker: wallet(), isForAdmins: endpoint.auth === 'admin' };
      const client = createClient({
        ...options,
        token() {
          request.sent = token();
          return request.sent;
        },
        onUnauthorised: (error) => session().renew(error),
      });
      const send = () => client.request(endpoint, ...input);
      const rethrow = (error: unknown) => {
        if (error instanceof TouchlineError) handleRejection(error, request);
        throw error;
      };
      try {
        return await send();
      } catch (error) {
        if (!(error instanceof TouchlineError) || !(await canRetry(error, request)))
          return rethrow(error);
      }
      return send().catch(rethrow);
    },
  };
}
