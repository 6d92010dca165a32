import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RemoteReleases } from '@touchline/api/http/releases';
import { signReleaseToken } from '../remotes/release-tokens.ts';
import { createFolder } from './gateway-under-test.ts';
import { bearer, type Envelope, visitor } from './visitor.ts';

export const RELEASE_SECRET = 'a secret for releases with more than thirty-two characters';

/** Environment of a gateway that accepts publications. `REMOTES_DIR` is its folder of published files. */
export function releaseEnv() {
  const shell = createFolder('shell');
  const table = { react: '19.3.1', '@touchline/host/host': '1.0.0', '@touchline/api': '1.1.0' };
  writeFileSync(join(shell, 'shared.json'), JSON.stringify(table));
  const folder = createFolder('released');
  return {
    RELEASE_SECRET,
    SHELL_DIR: shell,
    REMOTES_DIR: folder,
    TRUSTED_PROXIES: '1',
    LOG_LEVEL: 'error',
  };
}

export const releaseToken = (name: string, number = 1) =>
  bearer(signReleaseToken(RELEASE_SECRET, name, number));

export interface Build {
  shared?: Record<string, string>;
  entry?: string;
  files?: Record<string, string>;
  /** Paths of its routes; default: one named after the remote. */
  routes?: readonly string[];
}

const list = (text: string) => ({ sync: [text], async: [] });

/** Builds the files of a small remote. */
export function build(
  name: string,
  { shared = { react: '^19.3.0' }, entry = 'run()', files = {}, routes = [`/${name}`] }: Build = {},
) {
  const manifest = {
    name: name.replaceAll('-', '_'),
    metaData: { remoteEntry: { name: 'entry.js' } },
    exposes: [{ name: 'remote', assets: { js: list('page.js'), css: { sync: [], async: [] } } }],
    shared: Object.entries(shared).map(([module, requiredVersion]) => ({
      name: module,
      singleton: true,
      requiredVersion,
    })),
  };
  const description = { name, routes: routes.map((path) => ({ path, label: name, order: 1 })) };
  const all = {
    'remote.json': JSON.stringify(description),
    'mf-manifest.json': JSON.stringify(manifest),
    'built-with.json': JSON.stringify({ '@touchline/api': '1.0.2' }),
    'entry.js': entry,
    'page.js': 'page()',
    ...files,
  };
  return Object.entries(all).map(([path, text]) => ({ path, content: Buffer.from(text).toString('base64') }));
}

export interface Publication extends Build {
  share?: number;
  securityFix?: boolean;
  token?: Record<string, string>;
}

/** The requests of teams to a gateway. Each uses the token of the remote unless it names another one. */
export function releaseTeam(gateway: { url: string }) {
  const list = async (name: string): Promise<RemoteReleases | undefined> => {
    const { json } = await visitor(gateway.url).get('/api/releases', releaseToken(name));
    return (json.data?.remotes as RemoteReleases[] | undefined)?.[0];
  };
  return {
    list,
    async publish(name: string, version: string, options: Publication = {}) {
      const { share = 100, securityFix = false, token = releaseToken(name), ...built } = options;
      const body = { share, security_fix: securityFix, files: build(name, built) };
      const response = await fetch(`${gateway.url}/api/releases/${name}/${version}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', ...token },
        body: JSON.stringify(body),
      });
      return { status: response.status, json: (await response.json()) as Envelope };
    },
    post: (name: string, action: string, body: object, token: Record<string, string> = releaseToken(name)) =>
      visitor(gateway.url).post(`/api/releases/${name}/${action}`, body, token),
    /** Returns the version of a remote that a browser gets, with its routes. */
    async find(name: string, browser = visitor(gateway.url)) {
      const { json } = await browser.get('/api/remotes');
      const remotes = json.data?.remotes as { name: string; version: string; routes: { path: string }[] }[];
      return remotes.find((one) => one.name === name);
    },
  };
}
