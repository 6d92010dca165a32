import { type Client, type ClientOptions, createClient } from '@touchline/api/client';
import { TouchlineError } from '@touchline/api/errors';
import type { Clock } from './clock.ts';
import type { SessionStore } from './session/session.ts';

/** State of a request, to decide what a rejection of it means. */
interface RequestContext {
  /** The token of the last attempt. A rejection affects only that session. */
  token: string | null;
  /** The wallet that was signed in when the request started. */
  wallet: string | undefined;
  isForAdmins: boolean;
}

interface ApiClientsDeps {
  base: string;
  /** True if the gateway traces requests. */
  traced?: boolean;
  clock: Clock;
  /** A function, because the session itself is created with these clients. */
  session: () => SessionStore;
  /** Requests a new signature from the wallet. Resolves with false if the user declines. */
  signInAgain(): Promise<boolean>;
}

export function createApiClients(deps: ApiClientsDeps) {
  const { base, clock, session, traced = false } = deps;
  const token = () => session().get().token;
  const options = { base, token, onServerTime: clock.correct, now: clock.now, traced };
  // A closed page does not cancel these requests. Without the response to a refresh, the browser would keep the used cookie.
  const keepAlive: typeof fetch = (input, init) => fetch(input, { ...init, keepalive: true });
  return {
    /**
     * Renews a rejected token, and requests a new signature if an endpoint needs a recent sign-in. A 401 without a newer token signs the
     * visitor out and navigates to the home page (SHELL-03).
     */
    api: createSessionClient(options, deps),
    /** For login, refresh and logout. A 401 is an ordinary error here. */
    authApi: createClient({ ...options, fetch: keepAlive }),
  };
}

/** Creates the client that reacts to rejected sessions. */
function createSessionClient(
  options: ClientOptions,
  { clock, session, signInAgain }: ApiClientsDeps,
): Client {
  const token = () => session().get().token;
  const wallet = () => session().get().user?.wallet_address;

  function handleRejection(error: TouchlineError, request: RequestContext) {
    // Another account may have signed in since the request started.
    const isAdminDenied = error.code === 'FORBIDDEN' && request.isForAdmins;
    if (isAdminDenied && wallet() === request.wallet) void session().confirm();
    if (error.status !== 401) return;
    // If the refresh failed but was not rejected, the token is still stored and will be renewed later.
    if (error.code === 'TOKEN_EXPIRED' && token()) return;
    session().handleRejectedToken(request.token);
  }
  return {
    now: clock.now,
    async request(endpoint, ...input) {
      const request: RequestContext = {
        token: null,
        wallet: wallet(),
        isForAdmins: endpoint.auth === 'admin',
      };
      const client = createClient({
        ...options,
        token() {
          request.token = token();
          return request.token;
        },
        // Another account may have signed in, which must not repeat this account's request.
        onUnauthorised: async () => (await session().renew(request.token)) && wallet() === request.wallet,
      });
      const send = () => client.request(endpoint, ...input);
      const rethrow = (error: unknown) => {
        if (error instanceof TouchlineError) handleRejection(error, request);
        throw error;
      };
      try {
        return await send();
      } catch (error) {
        const needsSignature = error instanceof TouchlineError && error.code === 'REAUTH_REQUIRED';
        if (!needsSignature || !(await signInAgain())) return rethrow(error);
      }
      return send().catch(rethrow);
    },
  };
}
