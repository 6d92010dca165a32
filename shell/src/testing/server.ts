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

/** A token like the gateway's; `age` and `life` in seconds. */
export function makeToken(address: string, { age = 0, life = 900 } = {}): string {
  const iat = Math.floor(Date.now() / 1000) - age;
  return `${base64({ alg: 'EdDSA' })}.${base64({ sub: address, iat, exp: iat + life, jti: crypto.randomUUID() })}.sig`;
}

export const userOf = (wallet_address: string, isAdmin = false): User => ({
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

/** The gateway's side of the session; verifies signatures. `answers` override its own. */
export class TestServer {
  answers: FakeResponse[] = [];
  remotes: Remote[] = [];
  /** All calls in order, like "POST /auth/login". */
  readonly calls: string[] = [];
  /** Endpoints that fail, by call; status 0: the network fails. */
  readonly fails = new Map<string, TouchlineError>();

  readonly #held = new Map<string, Promise<void>>();
  /** Holds back the answers of an endpoint until the returned function is called. */
  hold(call: string): () => void {
    let go = () => {};
    this.#held.set(call, new Promise((done) => (go = done)));
    return () => {
      this.#held.delete(call);
      go();
    };
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const url = new URL(String(input), 'http://localhost');
    const call = `${init?.method ?? 'GET'} ${url.pathname.replace(/^\/api/, '')}`;
    this.calls.push(call);
    await this.#held.get(call);
    const failure = this.fails.get(call);
    if (failure?.status === 0) throw new TypeError('fetch failed');
    if (failure)
      return new Response(JSON.stringify({ success: false, error: failure.message, code: failure.code }), {
        status: failure.status,
      });
    return createFakeFetch([...this.#own(), ...this.answers])(url, init);
  };

  count = (call: string) => this.calls.filter((one) => one === call).length;

  #own(): FakeResponse[] {
    return [
      fakeResponse(config, FAKE_CONFIG),
      fakeResponse(remotes, () => ({ remotes: this.remotes })),
      fakeResponse(currentGameweekOfGames, { gameweek: GAMEWEEK }),
      fakeResponse(profile, () => ({ user: userOf(this.signedInAs) })),
      fakeResponse(logout, { ended: true as const }),
      fakeResponse(logoutAll, { ended: true as const }),
      fakeResponse(refresh, () => ({ token: makeToken(this.signedInAs), user: userOf(this.signedInAs) })),
      fakeResponse(login, async ({ body }) => {
        const given = body as { wallet_address: string; signature?: `0x${string}` };
        if (!given.signature)
          return {
            challenge: { id: CHALLENGE_ID, message: MESSAGE, expires_at: new Date().toISOString() },
          };
        const signer = await recoverMessageAddress({ message: MESSAGE, signature: given.signature });
        if (signer.toLowerCase() !== given.wallet_address)
          throw new TouchlineError('SIGNATURE_INVALID', 'The signature is not from this wallet.');
        this.signedInAs = given.wallet_address;
        return { token: makeToken(given.wallet_address), user: userOf(given.wallet_address) };
      }),
    ];
  }

  signedInAs = '0x0000000000000000000000000000000000000000';

  /** Replaces the network for this test. */
  install(): void {
    vi.stubGlobal('fetch', this.fetch);
  }
}
