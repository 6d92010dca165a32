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
/** Maximum size of a remote with source maps, in base64. */
const UPLOAD_LIMIT = '16mb';

interface ReleasesRoutesDeps {
  db: Knex;
  releases: Releases;
  tokens: ReleaseTokens;
  /** Epoch ms. */
  now: () => number;
}

/** Raises the body limit for requests with a valid release token. */
export const allowUploads = (tokens: ReleaseTokens) => async (ctx: Context, next: Next) => {
  if (ctx.path.startsWith(PREFIX) && (await tokens.findHolder(ctx)) !== null)
    ctx.state.bodyLimit = UPLOAD_LIMIT;
  return next();
};

/** Describes the holder of a token, for display. */
const describeHolder = ({ remote, number }: TokenHolder) =>
  remote === ALL_REMOTES ? DEPLOYMENT : `the team of ${remote}${number > 1 ? ` (token ${number})` : ''}`;

/** Release endpoints of teams. Each requires the token of its remote, which is not valid for other remotes. */
export function releasesRoutes(routes: Routes, { db, releases, tokens, now }: ReleasesRoutesDeps): void {
  /** Describes the team that changes this remote, for display. @throws TouchlineError FORBIDDEN */
  async function requirePublisher(ctx: Context, name: string): Promise<string> {
    const holder = await tokens.findHolder(ctx);
    if (holder?.remote === ALL_REMOTES || holder?.remote === name) return describeHolder(holder);
    throw new TouchlineError('FORBIDDEN', `This requires the release token of ${name}.`);
  }
  const readRemote = async (name: string) => ({
    remote: (await listRemoteReleases(db)).find((remote) => remote.name === name) as RemoteReleases,
  });

  route(routes, listReleases, async ({ ctx }) => {
    const token = (await tokens.findHolder(ctx))?.remote;
    if (token === undefined)
      throw new TouchlineError('FORBIDDEN', 'This requires the release token of a remote.');
    const all = await listRemoteReleases(db);
    return { remotes: token === ALL_REMOTES ? all : all.filter(({ name }) => name === token) };
  });
  route(routes, publishRelease, async ({ params: { name, version }, body, ctx }) => {
    const by = await requirePublisher(ctx, name);
    const files = new Map(body.files.map(({ path, content }) => [path, Buffer.from(content, 'base64')]));
    const published = await releases.publish({ name, version, files, share: body.share }, by);
    return { ...(await readRemote(name)), published };
  });
  route(routes, promoteRelease, async ({ params: { name }, body, ctx }) => {
    await releases.promote(name, body.version, await requirePublisher(ctx, name));
    return readRemote(name);
  });
  route(routes, shareRelease, async ({ params: { name }, body, ctx }) => {
    await releases.share(name, body.version, body.percent, await requirePublisher(ctx, name));
    return readRemote(name);
  });
  route(routes, rollbackRelease, async ({ params: { name }, ctx }) => {
    const by = await requirePublisher(ctx, name);
    await releases.rollBack(name, by, `Rolled back by ${by}.`);
    return readRemote(name);
  });
  route(routes, replaceReleaseToken, async ({ params: { name }, ctx }) => {
    const holder = await tokens.findHolder(ctx);
    if (holder?.remote !== ALL_REMOTES)
      throw new TouchlineError('FORBIDDEN', 'This requires the release token of the deployment.');
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
      versions: sortLatestFirst(own).map(toApiVersion),
    };
  });
}

const toApiVersion = (version: RegisteredVersion): RemoteReleases['versions'][number] => ({
  version: version.version,
  published_at: new Date(version.published_at).toISOString(),
  state: getVersionState(version),
  because: version.because,
});

/** Returns the state of a version for visitors. */
export function getVersionState(version: RegisteredVersion): RemoteReleases['versions'][number]['state'] {
  if (version.current) return 'current';
  if (version.share > 0) return 'shared';
  if (version.deleted_at !== null) return 'deleted';
  return version.returned_at === null ? 'unused' : 'returned';
}

/** Sorts versions by publication, latest first. */
export const sortLatestFirst = (versions: readonly RegisteredVersion[]): RegisteredVersion[] =>
  versions.toReversed().sort((a, b) => b.published_at - a.published_at);
