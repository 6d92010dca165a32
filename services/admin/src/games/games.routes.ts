import { cancelGameForGood, editGame, gameRequest, gamesRequest } from '@touchline/api/events/admin-games';
import {
  cancelAdminGame,
  getAdminGame,
  listAdminGames,
  updateAdminGame,
} from '@touchline/api/http/admin-games';
import { type Routes, route } from '@touchline/service-kit/http/route';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { request } from '@touchline/service-kit/messaging/request';
import { awaitChange, awaitRead, CHANGE_MS, READ_MS } from '../owners/await-owner.ts';
import { buildActor, buildListRequest, withEtag } from '../owners/request-input.ts';

const read = { timeoutMs: READ_MS };
const change = { timeoutMs: CHANGE_MS };

/** Endpoints for games: list, details, edit and cancel. */
export function gameRoutes(routes: Routes, bus: Bus): void {
  route(routes, listAdminGames, async ({ query }) => {
    const { rows, total } = await awaitRead(
      'games',
      request(bus, gamesRequest, buildListRequest(query), read),
    );
    return { games: rows, total };
  });

  route(routes, getAdminGame, async ({ params, ctx }) => ({
    game: withEtag(ctx, await awaitRead('games', request(bus, gameRequest, params, read))),
  }));

  route(routes, updateAdminGame, async ({ params, query, body, version, user, ctx }) => {
    const input = { by: buildActor(user, ctx, query.reason), id: params.id, version, change: body };
    return { game: withEtag(ctx, await awaitChange('games', request(bus, editGame, input, change))) };
  });

  route(routes, cancelAdminGame, async ({ params, body, version, user, ctx }) => {
    const input = { by: buildActor(user, ctx, body.reason), id: params.id, version };
    const cancelled = await awaitChange('games', request(bus, cancelGameForGood, input, change));
    withEtag(ctx, cancelled.game);
    return cancelled;
  });
}
