import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type Client, createClient } from '@touchline/api/client';
import { TouchlineError } from '@touchline/api/errors';
import { listReleases, publishRelease, type RemoteReleases } from '@touchline/api/http/releases';
import { SHARED_TABLE_PATH, type SharedTable } from '@touchline/api/release-check';
import { type BuiltRemote, builtRemotes, hashOf, problemsOf, readBuilt } from './built-remote.ts';

/** A deployment to publish to. */
export interface Target {
  /** Its address, like https://touchline.example. */
  readonly url: string;
  /** The token of the remote. */
  readonly token: string;
}

/** Longer than the gateway takes to compress, check and write a remote. */
const TIMEOUT_MS = 60_000;

export const releaseClient = ({ url, token }: Target): Client =>
  createClient({ base: `${url.replace(/\/$/, '')}/api`, token: () => token, timeoutMs: TIMEOUT_MS });

/** Result of a publication. */
export interface Published {
  readonly remote: RemoteReleases;
  readonly version: string;
  /** False: it was there already. */
  readonly published: boolean;
}

/** How a build is published. */
export interface PublicationOptions {
  /** Percentage of visitors; 100 makes it current. */
  readonly share?: number | undefined;
  /** Automatic rollback never returns to a version before it. */
  readonly securityFix?: boolean | undefined;
}

/** Publishes a build. @throws Error with every reason why it may not be published */
export async function publish(
  target: Target,
  built: BuiltRemote,
  { share = 100, securityFix = false }: PublicationOptions = {},
): Promise<Published> {
  const { name, version, files } = built;
  const problems = problemsOf(built, await sharedTable(target));
  if (problems.length > 0)
    throw new Error(`${name} ${version} cannot be published:\n  ${problems.join('\n  ')}`);
  const response = await releaseClient(target).request(publishRelease, {
    params: { name, version },
    body: {
      share,
      security_fix: securityFix,
      files: [...files].map(([path, content]) => ({ path, content: content.toString('base64') })),
    },
  });
  return { ...response, version };
}

async function sharedTable({ url }: Target): Promise<SharedTable> {
  const response = await fetch(new URL(SHARED_TABLE_PATH, url));
  if (!response.ok)
    throw new Error(`${url} does not report the modules that its shell shares (${response.status})`);
  return (await response.json()) as SharedTable;
}

/**
 * Publishes every built remote of a project; a rejected one is named and skipped.
 * @returns false if any was rejected
 */
export async function publishAll(
  project: string,
  target: Target,
  say: (text: string) => void,
): Promise<boolean> {
  const publishOne = async (folder: string) => {
    const built = readBuilt(folder);
    const version = `${built.version}-${hashOf(built)}`;
    const { published } = await publish(target, { ...built, version });
    if (published) say(`${built.name} ${version} is published`);
  };
  const results = await Promise.allSettled(builtRemotes(project).map(publishOne));
  for (const result of results) if (result.status === 'rejected') say(String(result.reason));
  return results.every(({ status }) => status === 'fulfilled');
}

/** Signs a token of a remote, or of `all`, with the gateway's own command. A replaced token has a higher number than 1. */
export function releaseToken(project: string, secret: string, name: string, number = '1'): string {
  const script = join(project, 'gateway', 'dist', 'release-token.js');
  const env = { ...process.env, RELEASE_SECRET: secret };
  return execFileSync(process.execPath, [script, name, number], { env, encoding: 'utf8' }).trim();
}

/** Signs the token that a deployment accepts: if the first one was replaced, its gateway names the number of the valid one. */
export async function validReleaseToken(
  project: string,
  secret: string,
  name: string,
  url: string,
): Promise<string> {
  const token = releaseToken(project, secret, name);
  const rejected = await releaseClient({ url, token })
    .request(listReleases)
    .then(
      () => null,
      (error: unknown) => error,
    );
  if (rejected === null) return token;
  const details = rejected instanceof TouchlineError ? rejected.details : [];
  const number = details.find(({ path }) => path === 'number')?.message;
  if (number === undefined) throw rejected;
  return releaseToken(project, secret, name, number);
}
