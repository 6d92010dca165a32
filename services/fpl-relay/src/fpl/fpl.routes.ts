import type { RouterContext } from '@koa/router';
import { footballDataUnavailable, TouchlineError } from '@touchline/api/errors';
import { DEADLINES_PATH } from '@touchline/api/http/documents';
import * as football from '@touchline/api/http/fpl';
import { chooseEncoding } from '@touchline/service-kit/http/encoding';
import { plainRoute, RESPONDED, type Routes, route, setEtag } from '@touchline/service-kit/http/route';
import type { Body } from '../bodies/bodies.ts';
import { buildDeadlinesCalendar } from '../football/deadlines.ts';
import type { SeasonCache } from '../snapshots/season-cache.ts';
import { getStamp, type Season } from '../snapshots/snapshots.ts';
import type { FplResponses } from './responses.ts';
import { checkTeam } from './validate-team.ts';

/** Routes below /fpl, served from snapshots with entity tags and compression. No request reaches the feed. */
export function fplRoutes(routes: Routes, seasons: SeasonCache, responses: FplResponses): void {
  const season = async () => assertSeason(await seasons.latest());
  route(routes, football.bootstrap, async ({ ctx }) => send(ctx, responses.bootstrap(await season())));
  route(routes, football.teams, async ({ ctx }) => send(ctx, responses.teams(await season())));
  route(routes, football.currentGameweek, async ({ ctx }) =>
    send(ctx, responses.currentGameweek(await season())),
  );
  route(routes, football.fixtures, async ({ ctx }) => send(ctx, responses.fixtures(await season())));
  route(routes, football.gameweekFixtures, async ({ ctx, params }) =>
    send(ctx, responses.fixtures(await season(), params.gameweek)),
  );
  route(routes, football.matchEvents, async ({ ctx }) => send(ctx, responses.matchEvents(await season())));
  plainRoute(routes, { path: DEADLINES_PATH }, async ({ ctx }) => {
    const { id, bootstrap } = assertSeason(await seasons.latest());
    ctx.set('Cache-Control', 'public, no-cache');
    ctx.set('Content-Disposition', 'attachment; filename="touchline-deadlines.ics"');
    if (!setEtag(ctx, `W/"deadlines.${getStamp(bootstrap)}"`)) return;
    ctx.type = 'text/calendar; charset=utf-8';
    ctx.body = buildDeadlinesCalendar(id, bootstrap.content.gameweeks, bootstrap.changed_at);
  });
  route(routes, football.players, async ({ ctx, query }) =>
    send(ctx, responses.players(await season(), query)),
  );
  route(routes, football.playerDetails, async ({ ctx, params }) =>
    send(ctx, responses.playerDetails(await season(), params.id), 'This player isn’t in the current season.'),
  );
  route(routes, football.validateTeam, async ({ body }) =>
    checkTeam((await season()).bootstrap.content.players, body),
  );
}

function assertSeason(season: Season | null): Season {
  if (season) return season;
  throw footballDataUnavailable();
}

async function send(
  ctx: RouterContext,
  body: Body | null,
  notFound = 'This gameweek doesn’t exist.',
): Promise<typeof RESPONDED> {
  if (!body) throw new TouchlineError('NOT_FOUND', notFound);
  ctx.set('Cache-Control', 'public, no-cache'); // revalidate each time
  ctx.vary('Accept-Encoding');
  if (!setEtag(ctx, body.etag)) return RESPONDED;
  const encoding = chooseEncoding(ctx);
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
  ctx.type = 'application/json';
  ctx.body = await body.bytes(encoding);
  return RESPONDED;
}
