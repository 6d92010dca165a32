import { request } from 'node:http';
import type { Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { PUBLIC_URL } from './gateway-under-test.ts';

/** A complete response. */
export interface TestResponse {
  status: number;
  headers: Headers;
  json: Envelope;
  text: string;
}

/** Response envelope (docs/api.md). */
export interface Envelope {
  success?: boolean;
  data?: Record<string, unknown>;
  error?: string;
  code?: string;
  details?: { path?: string; message: string }[];
  request_id?: string;
}

export interface Visitor {
  cookies: Map<string, string>;
  get(path: string, headers?: Record<string, string>): Promise<TestResponse>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestResponse>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestResponse>;
  delete(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestResponse>;
}

/** Creates a browser that stores cookies and sends the headers of our own page. */
export function visitor(url: string): Visitor {
  const cookies = new Map<string, string>();
  async function send(
    path: string,
    init: RequestInit,
    headers: Record<string, string>,
  ): Promise<TestResponse> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url + path, {
      ...init,
      redirect: 'manual',
      headers: { ...(cookie ? { cookie } : {}), ...headers },
    });
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';', 1)[0]?.split('=', 2) ?? [];
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    const text = await response.text();
    return { status: response.status, headers: response.headers, json: asEnvelope(text), text };
  }
  const write =
    (method: 'POST' | 'PUT' | 'DELETE'): Visitor['post'] =>
    (path, body = {}, headers = {}) =>
      send(
        path,
        { method, body: JSON.stringify(body) },
        {
          'content-type': 'application/json',
          origin: PUBLIC_URL,
          'sec-fetch-site': 'same-origin',
          ...headers,
        },
      );
  return {
    cookies,
    get: (path, headers = {}) => send(path, { method: 'GET' }, headers),
    post: write('POST'),
    put: write('PUT'),
    delete: write('DELETE'),
  };
}

function asEnvelope(text: string): Envelope {
  try {
    return JSON.parse(text) as Envelope;
  } catch {
    return {};
  }
}

/** A wallet that signs, e.g. a local account of viem. */
export interface Signer {
  address: string;
  signMessage(input: { message: string }): Promise<Hex>;
}

/** Account 0 of the development mnemonic, an admin in the test environment. */
export const admin = privateKeyToAccount(
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
);
export const newPlayer = () => privateKeyToAccount(generatePrivateKey());

export interface Challenge {
  id: string;
  message: string;
  expires_at: string;
}

/** Sends the first step of a sign-in; returns the challenge. */
export async function requestChallenge(browser: Visitor, wallet: string): Promise<Challenge> {
  const response = await browser.post('/api/auth/login', { wallet_address: wallet });
  return response.json.data?.challenge as Challenge;
}

/** Signs in with both steps; returns the response of the second. */
export async function signIn(browser: Visitor, signer: Signer, as = signer.address): Promise<TestResponse> {
  const { id, message } = await requestChallenge(browser, as);
  return browser.post('/api/auth/login', {
    wallet_address: as,
    challenge_id: id,
    signature: await signer.signMessage({ message }),
  });
}

export const getToken = (response: TestResponse): string => String(response.json.data?.token);
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Sends a GET exactly as written: fetch would normalise the path and set Host. */
export function rawGet(
  url: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<{
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  body: Buffer;
}> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => void chunks.push(chunk));
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response;
        const body = Buffer.concat(chunks);
        resolve({ status, headers, body, text: body.toString('utf8') });
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}
