import { TouchlineError } from '@touchline/api/errors';
import {
  ALL_REMOTES,
  changeTesters,
  listReleases,
  moveRoute,
  NEXT_VERSION,
  previewRelease,
  promoteRelease,
  publishRelease,
  replaceReleaseToken,
  rollbackRelease,
  shareRelease,
} from '@touchline/api/http/releases';
import { toInstant } from '@touchline/api/values';
import { type Routes, route } from '@touchline/service-kit/http/route';
import type { Knex } from 'knex';
import type { Context } from 'koa';
import type { EarlyAccess } from './early-access.ts';
import { describeReleases, listRemoteReleases } from './list-releases.ts';
import { DEPLOYMENT } from './publish-release.ts';
import type { ReleaseTokens, TokenHolder } from './release-tokens.ts';
import type { Releases } from './releases.ts';
import { listVersions } from './remotes.store.ts';
import type { Previews } from './version-previews.ts';

const HOUR_SECONDS = 3_600;
/** Maximum size of a remote with source maps, in base64. */
const MAX_UPLOAD_BYTES = 16 * 1024 * 1024;

interface ReleasesRoutesDeps {
  db: Knex;
  releases: Releases;
  tokens: ReleaseTokens;
  previews: Previews;
  earlyAccess: EarlyAccess;
  /** Remotes whose versions the deployment approves: their team's token makes no version current and shares none. */
  approved: readonly string[];
  /** Epoch ms. */
  now: () => number;
}

/** Describes the holder of a token, for display. */
const describeHolder = ({ remote, number }: TokenHolder) =>
  remote === ALL_REMOTES ? DEPLOYMENT : `the team of ${remote}${number > 1 ? ` (token ${number})` : ''}`;

/**
 * Release endpoints of teams. Each requires the token of its remote, which is not valid for other remotes. An unknown token is
 * rejected before the request is read; a known one may send a whole remote.
 */
export function releasesRoutes(routes: Routes, deps: ReleasesRoutesDeps): void {
  const { db, releases, tokens, previews, earlyAccess, approved, now } = deps;
  const { requirePublisher, requireOfferer, requireDeployment } = createRights(approved);
  const checkRelease = async (ctx: Context) => {
    ctx.state.holder = await tokens.requireHolder(ctx);
    ctx.state.maxBodyBytes = MAX_UPLOAD_BYTES;
  };
  const releaseRoute: typeof route = (table, endpoint, handler) =>
    route(table, endpoint, handler, { checkRelease });
  const readRemote = async (name: string) => ({
    remote: describeReleases(name, await listVersions(db, name)),
  });

  releaseRoute(routes, listReleases, async ({ ctx }) => {
    const { remote: token } = getHolder(ctx);
    const all = await listRemoteReleases(db);
    return { remotes: token === ALL_REMOTES ? all : all.filter(({ name }) => name === token) };
  });
  releaseRoute(routes, publishRelease, async ({ params: { name, version }, body, ctx }) => {
    const { share, security_fix: securityFix } = body;
    const by = share > 0 ? requireOfferer(ctx, name) : requirePublisher(ctx, name);
    const files = new Map(body.files.map(({ path, content }) => [path, Buffer.from(content, 'base64')]));
    const published = await releases.publish({ name, version, files, share, securityFix }, by);
    return { ...(await readRemote(name)), published };
  });
  releaseRoute(routes, promoteRelease, async ({ params: { name }, body, ctx }) => {
    await releases.promote(name, body.version, requireOfferer(ctx, name));
    return readRemote(name);
  });
  releaseRoute(routes, shareRelease, async ({ params: { name }, body: { version, percent }, ctx }) => {
    const by = percent > 0 ? requireOfferer(ctx, name) : requirePublisher(ctx, name);
    await releases.share(name, version, percent, by);
    return readRemote(name);
  });
  releaseRoute(routes, previewRelease, async ({ params: { name }, body: { version, hours }, ctx }) => {
    requireOfferer(ctx, name);
    const path = await earlyAccess.findPage(name, version === NEXT_VERSION ? null : version);
    // Tokens count in seconds.
    const until = Math.floor(now() / 1_000 + hours * HOUR_SECONDS) * 1_000;
    return { token: previews.sign({ name, version, until }), path, until: toInstant(until) };
  });
  releaseRoute(routes, changeTesters, async ({ params: { name }, body, ctx }) => ({
    testers: await earlyAccess.changeTesters(name, body, requireOfferer(ctx, name)),
  }));
  releaseRoute(routes, rollbackRelease, async ({ params: { name }, body: { to, version }, ctx }) => {
    const by = requirePublisher(ctx, name);
    if (version === undefined) await releases.rollBack(name, by, `Rolled back by ${by}.`, to);
    else await releases.withdraw(name, version, by, `Withdrawn by ${by}.`);
    return readRemote(name);
  });
  releaseRoute(routes, moveRoute, async ({ params: { name }, body: { path }, ctx }) => {
    requireDeployment(ctx);
    return { previous: await releases.moveRoute(name, path, DEPLOYMENT) };
  });
  releaseRoute(routes, replaceReleaseToken, async ({ params: { name }, ctx }) => {
    requireDeployment(ctx);
    return tokens.replace(name, DEPLOYMENT, new Date(deps.now()));
  });
}

/** Returns the holder of the request's token, which was checked before the request was read. */
const getHolder = (ctx: Context): TokenHolder => ctx.state.holder;

/** Creates the checks of a request's token. Each returns a description of its holder, for display. @throws TouchlineError FORBIDDEN */
function createRights(approved: readonly string[]) {
  function requirePublisher(ctx: Context, name: string): string {
    const holder = getHolder(ctx);
    if (holder.remote === ALL_REMOTES || holder.remote === name) return describeHolder(holder);
    throw new TouchlineError('FORBIDDEN', `This requires the release token of ${name}.`);
  }
  function requireDeployment(ctx: Context): void {
    if (getHolder(ctx).remote === ALL_REMOTES) return;
    throw new TouchlineError('FORBIDDEN', 'This requires the release token of the deployment.');
  }
  /** Requires the right to offer a version to visitors. */
  function requireOfferer(ctx: Context, name: string): string {
    const by = requirePublisher(ctx, name);
    if (by === DEPLOYMENT || !approved.includes(name)) return by;
    throw new TouchlineError(
      'FORBIDDEN',
      `The operator approves the versions of ${name}: publish with --share 0 and have the operator promote the version.`,
    );
  }
  return { requirePublisher, requireOfferer, requireDeployment };
}
