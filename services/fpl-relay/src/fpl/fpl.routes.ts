import type { RouterContext } from '@koa/router';
import { TouchlineError } from '@touchline/api/errors';
import * as football from '@touchline/api/http/fpl';
import { ANSWERED, type Routes, route } from '@touchline/service-kit/route';
import type { Body, Encoding } from '../bodies/bodies.ts';
import type { PlayerAnswers } from '../players/player-answers.ts';
import type { SeasonCache } from '../snapshots/season-cache.ts';
import type { Season } from '../snapshots/snapshots.ts';
import type { Answers } from './answers.ts';
import { judgeTeam } from './validate-team.ts';

/** The /fpl calls: answers that are made already, with entity tag and compression; nobody's request reaches the feed. */
export function fplRoutes(
  routes: Routes,
  data: SeasonCache,
  answers: Answers,
  playerAnswers: PlayerAnswers,
): void {
  const view = async () => knownSeason(await data.latest());
  route(routes, football.bootstrap, async ({ ctx }) => send(ctx, answers.bootstrap(await view())));
  route(routes, football.teams, async ({ ctx }) => send(ctx, answers.teams(await view())));
  route(routes, football.currentGameweek, async ({ ctx }) =>
    send(ctx, answers.currentGameweek(await view())),
  );
  route(routes, football.fixtures, async ({ ctx }) => send(ctx, answers.fixtures(await view())));
  route(routes, football.gameweekFixtures, async ({ ctx, params }) =>
    send(ctx, answers.fixtures(await view(), params.gameweek)),
  );
  route(routes, football.players, async ({ ctx, query }) =>
    send(ctx, playerAnswers.list(await view(), query)),
  );
  route(routes, football.playerDetails, async ({ ctx, params }) =>
    send(ctx, playerAnswers.details(await view(), params.id), 'There is no such player this season.'),
  );
  route(routes, football.validateTeam, async ({ body }) =>
    judgeTeam((await view()).bootstrap.content.players, body),
  );
}

function knownSeason(view: Season | null): Season {
  if (view) return view;
  throw new TouchlineError(
    'UPSTREAM_UNAVAILABLE',
    'The football data is not here yet. Please try again soon.',
    {
      retryAfter: 5,
    },
  );
}

async function send(
  ctx: RouterContext,
  body: Body | null,
  missing = 'There is no such gameweek.',
): Promise<typeof ANSWERED> {
  if (!body) throw new TouchlineError('NOT_FOUND', missing);
  ctx.status = 200;
  ctx.set('Cache-Control', 'public, no-cache'); // ask each time, be told 304
  ctx.set('ETag', body.etag);
  ctx.vary('Accept-Encoding');
  if (ctx.fresh) {
    ctx.status = 304;
    return ANSWERED;
  }
  const encoding = encodingFor(ctx);
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
  ctx.type = 'application/json';
  ctx.body = await body.bytes(encoding);
  return ANSWERED;
}

/** br alone first: asked for all at once, Koa takes what the browser named first, which is gzip. */
function encodingFor(ctx: RouterContext): Encoding {
  if (ctx.acceptsEncodings('br') === 'br') return 'br';
  return ctx.acceptsEncodings('gzip') === 'gzip' ? 'gzip' : 'identity';
}
