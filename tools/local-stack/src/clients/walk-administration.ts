import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ALL_ENDPOINTS } from '@touchline/api/all-endpoints';
import type { PrivateKeyAccount } from 'viem/accounts';
import { signIn } from './signed-in.ts';

/** A visitor with a browser: the access token, if signed in, and the cookies. */
export interface Walker {
  token: string | null;
  readonly cookies: ReadonlyMap<string, string>;
  /** Exchanges the refresh cookie for a new access token. */
  refresh(): Promise<void>;
}

/** A visitor of the product at `url`, signed in as `account` if there is one. */
export async function walkerOf(url: string, account?: PrivateKeyAccount): Promise<Walker> {
  const cookies = new Map<string, string>();
  const send: typeof fetch = async (input, init) => {
    const response = await fetch(input, { ...init, headers: { ...init?.headers, ...cookieHeader(cookies) } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
  const walker = {
    token: account ? await signIn(url, account, send) : null,
    cookies,
    async refresh() {
      const response = await send(`${url}/api/auth/refresh`, { method: 'POST' });
      walker.token = ((await response.json()) as { data: { token: string } }).data.token;
    },
  };
  return walker;
}

const cookieHeader = (cookies: ReadonlyMap<string, string>): Record<string, string> =>
  cookies.size > 0 ? { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') } : {};

/** The statuses that occurred, each once and sorted. */
export interface Walked {
  reads: number[];
  changes: number[];
  files: number[];
  /** True if /api/remotes lists the remote. */
  listed: boolean;
}

/**
 * Sends every administrator's request with an unknown key, so that an accepted one is a 400 and changes nothing. Fetches every
 * published file of mf-admin in `remotesDir`.
 */
export async function walkAdministration(url: string, remotesDir: string, walker: Walker): Promise<Walked> {
  const headers = {
    ...cookieHeader(walker.cookies),
    ...(walker.token ? { authorization: `Bearer ${walker.token}` } : {}),
  };
  const statusOf = async (path: string, method = 'GET') => {
    const response = await fetch(url + path, { method, headers });
    await response.arrayBuffer();
    return response.status;
  };
  const calls = ALL_ENDPOINTS.map(({ endpoint }) => endpoint).filter(({ auth }) => auth === 'admin');
  const callsBy = (reads: boolean) =>
    calls
      .filter(({ method }) => (method === 'GET') === reads)
      .map(({ method, path }) => statusOf(`/api${path.replace(/:\w+/, randomUUID())}?surplus=1`, method));
  const list = await fetch(`${url}/api/remotes`, { headers });
  return {
    reads: await distinct(callsBy(true)),
    changes: await distinct(callsBy(false)),
    files: await distinct(filesOf(remotesDir).map((path) => statusOf(path))),
    listed: (await list.text()).includes('mf-admin'),
  };
}

const distinct = async (statuses: Promise<number>[]) => [...new Set(await Promise.all(statuses))].sort();

/** The addresses of all published files of mf-admin. */
function filesOf(remotesDir: string): string[] {
  return readdirSync(join(remotesDir, 'mf-admin'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `/remotes/${relative(remotesDir, join(entry.parentPath, entry.name))}`);
}
