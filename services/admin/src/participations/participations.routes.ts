import {
  clearEntryPoints,
  clearWalletPoints,
  editEntry,
  entriesRequest,
  entryRequest,
  excludeEntry,
  restoreEntryPoints,
} from '@touchline/api/events/admin-entries';
import {
  clearAllPoints,
  clearPoints,
  excludeParticipation,
  getAdminParticipation,
  includeParticipation,
  listAdminParticipations,
  restorePoints,
  updateAdminParticipation,
} from '@touchline/api/http/admin-entries';
import { type Routes, route } from '@touchline/service-kit/http/route';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { request } from '@touchline/service-kit/messaging/request';
import { awaitChange, awaitRead, CHANGE_MS, READ_MS } from '../owners/await-owner.ts';
import { buildActor, buildListRequest, withEtag } from '../owners/request-input.ts';

const change = { timeoutMs: CHANGE_MS };
/** A replica builds its index for the first list. */
const FIRST_LIST_MS = 10_000;

/** Endpoints for participations: list, details, edit, exclude, include and clear points. */
export function participationRoutes(routes: Routes, bus: Bus): void {
  readRoutes(routes, bus);
  pointRoutes(routes, bus);

  route(routes, updateAdminParticipation, async ({ params, query, body, version, user, ctx }) => {
    const input = { by: buildActor(user, ctx, query.reason), id: params.id, version, change: body };
    const participation = await awaitChange('games', request(bus, editEntry, input, change));
    return { participation: withEtag(ctx, participation) };
  });

  route(routes, excludeParticipation, async ({ params, body, version, user, ctx }) => {
    const input = { by: buildActor(user, ctx, body.reason), id: params.id, version, excluded: true };
    const participation = await awaitChange('games', request(bus, excludeEntry, input, change));
    return { participation: withEtag(ctx, participation) };
  });

  route(routes, includeParticipation, async ({ params, body, version, user, ctx }) => {
    const input = { by: buildActor(user, ctx, body.reason), id: params.id, version, excluded: false };
    const participation = await awaitChange('games', request(bus, excludeEntry, input, change));
    return { participation: withEtag(ctx, participation) };
  });
}

function readRoutes(routes: Routes, bus: Bus): void {
  route(routes, listAdminParticipations, async ({ query }) => {
    const realtime = query.realtime ?? false;
    const { rows, total, updated } = await awaitRead(
      'games',
      request(bus, entriesRequest, { ...buildListRequest(query), realtime }, { timeoutMs: FIRST_LIST_MS }),
    );
    if (!updated) return { participations: rows, total };
    const { entries, milliseconds } = updated;
    return {
      participations: rows,
      total,
      pointsUpdated: true,
      updatedCount: entries,
      processingTime: milliseconds,
    };
  });

  route(routes, getAdminParticipation, async ({ params, ctx }) => ({
    participation: withEtag(
      ctx,
      await awaitRead('games', request(bus, entryRequest, params, { timeoutMs: READ_MS })),
    ),
  }));
}

function pointRoutes(routes: Routes, bus: Bus): void {
  route(routes, clearPoints, async ({ params, query, version, user, ctx }) => {
    const input = { by: buildActor(user, ctx, query.reason), id: params.id, version };
    const participation = await awaitChange('games', request(bus, clearEntryPoints, input, change));
    return { participation: withEtag(ctx, participation) };
  });

  route(routes, restorePoints, async ({ params, body, version, user, ctx }) => {
    const input = { by: buildActor(user, ctx, body.reason), id: params.id, version };
    const participation = await awaitChange('games', request(bus, restoreEntryPoints, input, change));
    return { participation: withEtag(ctx, participation) };
  });

  route(routes, clearAllPoints, async ({ params, query, user, ctx }) => {
    const input = { by: buildActor(user, ctx, query.reason), wallet: params.userId };
    return awaitChange('games', request(bus, clearWalletPoints, input, change));
  });
}
