import { TouchlineError } from '@touchline/api/errors';
import { login, logout, logoutAll, profile, refresh, type User } from '@touchline/api/http/auth';
import { config } from '@touchline/api/http/config';
import type { Gameweek } from '@touchline/api/http/fpl';
import { currentGameweekOfGames } from '@touchline/api/http/games';
import { type Remote, remotes } from '@touchline/api/http/remotes';
import { FAKE_CONFIG } from '@touchline/host/testing/fake-host';
import { createFakeFetch, type FakeResponse, fakeResponse } from '@touchline/host/testing/fake-responses';
import { recoverMessageAddress } from 'viem';
import { vi } from 'vitest';

const base64 = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_');

/** Creates a token like the gateway's. `age` and `life` are in seconds. */
export function makeToken(address: string, { age = 0, life = 900 } = {}): string {
  const iat = Math.floor(Date.now() / 1000) - age;
  return `${base64({ alg: 'EdDSA' })}.${base64({ sub: address, iat, exp: iat + life, jti: crypto.randomUUID() })}.sig`;
}

export const buildUser = (wallet_address: string, isAdmin = false): User => ({
  wallet_address,
  isAdmin,
  created_at: '2026-08-01T10:00:00.000Z',
  nickname: null,
});

export const GAMEWEEK: Gameweek = {
  id: 12,
  name: 'Gameweek 12',
  gameweek_number: 12,
  deadline_time: '2026-11-20T10:00:00.000Z',
  start_time: '2026-11-20T11:30:00.000Z',
  end_time: '2026-11-22T20:00:00.000Z',
  is_current: true,
  is_next: false,
  finished: false,
  data_checked: false,
};

export const CHALLENGE_ID = '6f1c0a3e-8a3b-4a7e-9a53-0d6f3f0d7b11';
const MESSAGE = 'localhost wants you to sign in with your Ethereum account.';

/** A fake gateway that verifies signatures. `responses` override its own. */
export class TestServer {
  responses: FakeResponse[] = [];
  remotes: Remote[] = [];
  /** All requests in order, such as "POST /auth/login". */
  readonly requests: string[] = [];
  /** All responses in order, named like their requests. */
  readonly finished: string[] = [];
  /** Failures by endpoint, such as "POST /auth/login". Status 0 is a network failure. */
  readonly fails = new Map<string, TouchlineError>();

  readonly #held = new Map<string, { from: number; released: Promise<void> }>();
  /** Delays the responses of an endpoint, from its `from`th request on, until the returned function is called. */
  hold(endpoint: string, from = 1): () => void {
    let go = () => {};
    this.#held.set(endpoint, { from, released: new Promise((done) => (go = done)) });
    return () => {
      this.#held.delete(endpoint);
      go();
    };
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const url = new URL(String(input), 'http://localhost');
    const endpoint = `${init?.method ?? 'GET'} ${url.pathname.replace(/^\/api/, '')}`;
    this.requests.push(endpoint);
    const held = this.#held.get(endpoint);
    if (held && this.count(endpoint) >= held.from) await held.released;
    return this.#respond(endpoint, url, init).finally(() => this.finished.push(endpoint));
  };

  async #respond(endpoint: string, url: URL, init?: RequestInit): Promise<Response> {
    const failure = this.fails.get(endpoint);
    if (failure?.status === 0) throw new TypeError('fetch failed');
    if (failure)
      return new Response(JSON.stringify({ success: false, error: failure.message, code: failure.code }), {
        status: failure.status,
      });
    return createFakeFetch([...this.#defaultResponses(), ...this.responses])(url, init);
  }

  count = (endpoint: string) => this.requests.filter((one) => one === endpoint).length;

  #defaultResponses(): FakeResponse[] {
    return [
      fakeResponse(config, FAKE_CONFIG),
      fakeResponse(remotes, () => ({ remotes: this.remotes })),
      fakeResponse(currentGameweekOfGames, { gameweek: GAMEWEEK }),
      fakeResponse(profile, () => ({ user: buildUser(this.signedInAs) })),
      fakeResponse(logout, { ended: true as const }),
      fakeResponse(logoutAll, { ended: true as const }),
      fakeResponse(refresh, () => ({ token: makeToken(this.signedInAs), user: buildUser(this.signedInAs) })),
      fakeResponse(login, async ({ body }) => {
        const credentials = body as { wallet_address: string; signature?: `0x${string}` };
        if (!credentials.signature)
          return {
            challenge: { id: CHALLENGE_ID, message: MESSAGE, expires_at: new Date().toISOString() },
          };
        const signer = await recoverMessageAddress({ message: MESSAGE, signature: credentials.signature });
        if (signer.toLowerCase() !== credentials.wallet_address)
          throw new TouchlineError(
            'SIGNATURE_INVALID',
            'The signature does not match this wallet. Sign in again.',
          );
        this.signedInAs = credentials.wallet_address;
        return { token: makeToken(credentials.wallet_address), user: buildUser(credentials.wallet_address) };
      }),
    ];
  }

  signedInAs = '0x0000000000000000000000000000000000000000';

  /** Replaces the network for this test. */
  install(): void {
    vi.stubGlobal('fetch', this.fetch);
  }
}
