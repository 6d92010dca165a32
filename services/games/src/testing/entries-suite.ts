import { randomUUID } from 'node:crypto';
import { gamesChangesRequest } from '@touchline/api/events/admin-changes';
import { editEntry, entriesRequest, entryRequest } from '@touchline/api/events/admin-entries';
import { request } from '@touchline/service-kit/messaging/request';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { beforeAll } from 'vitest';
import { DAY, TEAM } from './feed-builders.ts';
import { startGamesApp } from './games-app.ts';
import { setUpGamesSuite } from './games-suite.ts';
import { addPointsSteps } from './points-suite.ts';

export const ADMIN = wallet(1);
const base = Date.parse('2031-08-15T12:00:00Z');

/** First kick-off of a gameweek. */
export const week = (n: number) => base + DAY + (n - 1) * 7 * DAY;

/** Players with an entry in the season game and one in the weekly game. */
export const players = [11, 12, 13].map((n) => wallet(n));

/** An administrator with a reason. */
export const by = (reason = 'requested by support') => ({ admin: ADMIN, request_id: randomUUID(), reason });

type ListRequest = Parameters<typeof request<typeof entriesRequest.request, typeof entriesRequest.reply>>[2];

/** Runs an app with three entries per game and points in gameweek 1, and sends requests of an administrator. */
export function setUpEntriesSuite() {
  const app = setUpGamesSuite(async (dependencies) => {
    const started = addPointsSteps(
      await startGamesApp({ ...dependencies, now: base, seasonFee: '0', adminWallets: [ADMIN] }),
    );
    for (const n of [1, 2]) started.feed.addGameweek(n, [week(n)]);
    await started.feed.publishAll();
    await started.waitForFeed();
    return started;
  });
  /** Ids of the season game and of its entries, by player. */
  const created = { season: '', ids: [] as string[] };

  beforeAll(async () => {
    created.season = (await app.game('SEASON')).id;
    const weekly = (await app.game('WEEKLY', 1)).id;
    for (const [n, who] of players.entries()) {
      const team = { team_name: `Team ${'CAB'[n]}`, captain_id: TEAM.field[n] };
      created.ids.push(await app.join(who, created.season, team));
      await app.join(who, weekly, { team_name: `Weekly ${n}` });
    }
    await app.kickOff(1);
    app.feed.playAll(1);
    await app.publishPoints(1);
  });

  const one = (id: string) => request(app.feed.bus, entryRequest, { id });
  return {
    app,
    created,
    one,
    list: (changes: Partial<ListRequest> = {}) =>
      request(app.feed.bus, entriesRequest, {
        page: 1,
        limit: 20,
        sort_by: 'current_points',
        sort_order: 'desc',
        search: '',
        realtime: true,
        ...changes,
      }),
    edit: async (id: string, change: object, version?: string) =>
      request(app.feed.bus, editEntry, { by: by(), id, version: version ?? (await one(id)).version, change }),
    changes: async () =>
      (await request(app.feed.bus, gamesChangesRequest, { position: 0, limit: 500 })).changes.map(
        ({ change }) => change,
      ),
  };
}
