import { TouchlineError } from '@touchline/api/errors';
import {
  listReleases,
  promoteRelease,
  publishRelease,
  type RemoteReleases,
  replaceReleaseToken,
  rollbackRelease,
  shareRelease,
} from '@touchline/api/http/releases';
import { type Routes, route } from '@touchline/service-kit/route';
import type { Knex } from 'knex';
import type { Context, Next } from 'koa';
import { ALL_REMOTES, type TokenHolder } from './release-token.ts';
import type { ReleaseTokens } from './release-tokens.ts';
import { DEPLOYMENT, type Releases } from './releases.ts';
import { listVersions, type RegisteredVersion } from './remotes.store.ts';

const PREFIX = '/api/releases/';
/** A whole remote, source maps included, in base64. */
const UPLOAD_LIMIT = '16mb';

interface ReleasesRoutesDeps {
  db: Knex;
  releases: Releases;
  tokens: ReleaseTokens;
  /** Epoch ms. */
  now: () => number;
}

/** Lets the holder of a token send more than the body of any other call. */
export const allowUploads = (tokens: ReleaseTokens) => async (ctx: Context, next: Next) => {
  if (ctx.path.startsWith(PREFIX) && (await tokens.findHolder(ctx)) !== null) ctx.state.bodyLimit = UPLOAD_LIMIT;
  return next();
};

/** The holder of a token, for people. */
const describeHolder = ({ remote, number }: TokenHolder) =>
  remote === ALL_REMOTES ? DEPLOYMENT : `the team of ${remote}${number > 1 ? ` (token ${number})` : ''}`;

/** The calls of teams: each with the token of its remote, which opens no other one. */
export function releasesRoutes(routes: Routes, { db, releases, tokens, now }: ReleasesRoutesDeps): void {
  /** Who changes this remote, for people. */
  async function publisher(ctx: Context, name: string): Promise<string> {
    const holder = await tokens.findHolder(ctx);
    if (holder?.remote === ALL_REMOTES || holder?.remote === name) return describeHolder(holder);
    throw new TouchlineError('FORBIDDEN', `This needs the token of ${name}.`);
  }
  const stateOf = async (name: string) => ({
    remote: (await listRemoteReleases(db)).find((remote) => remote.name === name) as RemoteReleases,
  });

  route(routes, listReleases, async ({ ctx }) => {
    const token = (await tokens.findHolder(ctx))?.remote;
    if (token === undefined) throw new TouchlineError('FORBIDDEN', 'This needs the token of a remote.');
    const all = await listRemoteReleases(db);
    return { remotes: token === ALL_REMOTES ? all : all.filter(({ name }) => name === token) };
  });
  route(routes, publishRelease, async ({ params: { name, version }, body, ctx }) => {
    const by = await publisher(ctx, name);
    const files = new Map(body.files.map(({ path, content }) => [path, Buffer.from(content, 'base64')]));
    const published = await releases.publish({ name, version, files, share: body.share }, by);
    return { ...(await stateOf(name)), published };
  });
  route(routes, promoteRelease, async ({ params: { name }, body, ctx }) => {
    await releases.promote(name, body.version, await publisher(ctx, name));
    return stateOf(name);
  });
  route(routes, shareRelease, async ({ params: { name }, body, ctx }) => {
    await releases.share(name, body.version, body.percent, await publisher(ctx, name));
    return stateOf(name);
  });
  route(routes, rollbackRelease, async ({ params: { name }, ctx }) => {
    const by = await publisher(ctx, name);
    await releases.rollBack(name, by, `Taken back by ${by}.`);
    return stateOf(name);
  });
  route(routes, replaceReleaseToken, async ({ params: { name }, ctx }) => {
    const holder = await tokens.findHolder(ctx);
    if (holder?.remote !== ALL_REMOTES)
      throw new TouchlineError('FORBIDDEN', 'This needs the token of the deployment.');
    return tokens.replace(name, DEPLOYMENT, new Date(now()));
  });
}

async function listRemoteReleases(db: Knex): Promise<RemoteReleases[]> {
  const versions = await listVersions(db);
  return [...new Set(versions.map(({ name }) => name))].map((name) => {
    const own = versions.filter((version) => version.name === name);
    const shared = own.find(({ share }) => share > 0);
    return {
      name,
      current_version: own.find(({ current }) => current)?.version ?? '',
      share: shared ? { version: shared.version, percent: shared.share } : null,
      versions: latestFirst(own).map(toApiVersion),
    };
  });
}

const toApiVersion = (version: RegisteredVersion): RemoteReleases['versions'][number] => ({
  version: version.version,
  published_at: new Date(version.published_at).toISOString(),
  state: getVersionState(version),
  because: version.because,
});

/** What visitors get of a version. */
export function getVersionState(version: RegisteredVersion): RemoteReleases['versions'][number]['state'] {
  if (version.current) return 'current';
  if (version.share > 0) return 'shared';
  if (version.deleted_at !== null) return 'deleted';
  return version.returned_at === null ? 'unused' : 'returned';
}

/** In the order of their publication, the latest first. */
export const latestFirst = (versions: readonly RegisteredVersion[]): RegisteredVersion[] =>
  versions.toReversed().sort((a, b) => b.published_at - a.published_at);
