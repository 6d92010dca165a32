import type { RouterContext } from '@koa/router';
import { TouchlineError } from '@touchline/api/errors';
import { DEADLINES_PATH } from '@touchline/api/http/documents';
import * as football from '@touchline/api/http/fpl';
import { RESPONDED, type Routes, route } from '@touchline/service-kit/route';
import type { Body, Encoding } from '../bodies/bodies.ts';
import { deadlinesCalendar } from '../football/deadlines.ts';
import type { PlayerAnswers } from '../players/player-answers.ts';
import type { SeasonCache } from '../snapshots/season-cache.ts';
import { type Season, stampOf } from '../snapshots/snapshots.ts';
import type { Answers } from './answers.ts';
import { checkTeam } from './validate-team.ts';

/** The /fpl calls, answered from stored snapshots with entity tags and compression. No request reaches the feed. */
export function fplRoutes(
  routes: Routes,
  seasons: SeasonCache,
  answers: Answers,
  playerAnswers: PlayerAnswers,
): void {
  const season = async () => knownSeason(await seasons.latest());
  route(routes, football.bootstrap, async ({ ctx }) => send(ctx, answers.bootstrap(await season())));
  route(routes, football.teams, async ({ ctx }) => send(ctx, answers.teams(await season())));
  route(routes, football.currentGameweek, async ({ ctx }) =>
    send(ctx, answers.currentGameweek(await season())),
  );
  route(routes, football.fixtures, async ({ ctx }) => send(ctx, answers.fixtures(await season())));
  route(routes, football.gameweekFixtures, async ({ ctx, params }) =>
    send(ctx, answers.fixtures(await season(), params.gameweek)),
  );
  route(routes, football.matchEvents, async ({ ctx }) => send(ctx, answers.moments(await season())));
  routes.router.get(DEADLINES_PATH, async (ctx) => {
    ctx.state.route = DEADLINES_PATH;
    const { id, bootstrap } = knownSeason(await seasons.latest());
    ctx.set({ 'Cache-Control': 'public, no-cache', ETag: `W/"deadlines.${stampOf(bootstrap)}"` });
    ctx.set('Content-Disposition', 'attachment; filename="touchline-deadlines.ics"');
    ctx.status = 200;
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    ctx.type = 'text/calendar; charset=utf-8';
    ctx.body = deadlinesCalendar(id, bootstrap.content.gameweeks, bootstrap.fetched_at);
  });
  route(routes, football.players, async ({ ctx, query }) =>
    send(ctx, playerAnswers.list(await season(), query)),
  );
  route(routes, football.playerDetails, async ({ ctx, params }) =>
    send(ctx, playerAnswers.details(await season(), params.id), 'There is no such player this season.'),
  );
  route(routes, football.validateTeam, async ({ body }) =>
    checkTeam((await season()).bootstrap.content.players, body),
  );
}

function knownSeason(season: Season | null): Season {
  if (season) return season;
  throw new TouchlineError(
    'UPSTREAM_UNAVAILABLE',
    'The football data is not available yet. Try again soon.',
    {
      retryAfter: 5,
    },
  );
}

async function send(
  ctx: RouterContext,
  body: Body | null,
  missing = 'There is no such gameweek.',
): Promise<typeof RESPONDED> {
  if (!body) throw new TouchlineError('NOT_FOUND', missing);
  ctx.status = 200;
  ctx.set('Cache-Control', 'public, no-cache'); // revalidate each time
  ctx.set('ETag', body.etag);
  ctx.vary('Accept-Encoding');
  if (ctx.fresh) {
    ctx.status = 304;
    return RESPONDED;
  }
  const encoding = encodingFor(ctx);
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
  ctx.type = 'application/json';
  ctx.body = await body.bytes(encoding);
  return RESPONDED;
}

/** Asks for br on its own first: asked for both, Koa takes the one that the browser names first, which is gzip. */
function encodingFor(ctx: RouterContext): Encoding {
  if (ctx.acceptsEncodings('br') === 'br') return 'br';
  return ctx.acceptsEncodings('gzip') === 'gzip' ? 'gzip' : 'identity';
}
