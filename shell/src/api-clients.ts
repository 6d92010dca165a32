import { type Client, createClient } from '@touchline/api/client';
import { TouchlineError } from '@touchline/api/errors';
import type { Clock } from './clock.ts';
import type { SessionStore } from './session/session.ts';

interface ApiClients {
  /** Renews an expired token. After any other 401 the visitor is signed out, on the home page (SHELL-03). */
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
}

export function createApiClients({ base, clock, session, goHome }: ApiClientsDeps): ApiClients {
  const token = () => session().get().token;
  const options = { base, token, onServerTime: clock.heard, now: clock.now };
  const renewing = createClient({ ...options, onUnauthorised: (error) => session().renew(error) });
  const leave = (error: TouchlineError) => {
    // The refresh may have failed without being refused: then the token is still there and is renewed later.
    if (error.code === 'TOKEN_EXPIRED' && token()) return;
    session().forget();
    goHome();
  };
  const wallet = () => session().get().user?.wallet_address;
  return { api: onUnauthorised(renewing, wallet, leave), authApi: createClient(options) };
}

/** Calls `leave` on a 401, unless another account has signed in since the call: the refusal is not about that one. */
function onUnauthorised(
  client: Client,
  wallet: () => string | undefined,
  leave: (error: TouchlineError) => void,
): Client {
  return {
    now: client.now,
    async call(endpoint, ...input) {
      const asker = wallet();
      try {
        return await client.call(endpoint, ...input);
      } catch (error) {
        const sameAccount = [undefined, asker].includes(wallet());
        if (error instanceof TouchlineError && error.status === 401 && sameAccount) leave(error);
        throw error;
      }
    },
  };
}
