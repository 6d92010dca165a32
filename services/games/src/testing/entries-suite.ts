import { gamesChangesRequest } from '@touchline/api/events/admin-changes';
import {
  getAdminParticipation,
  listAdminParticipations,
  updateAdminParticipation,
} from '@touchline/api/http/admin-entries';
import { adminRequests, serviceRequests } from '@touchline/service-kit/testing/admin-requests';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { beforeAll } from 'vitest';
import { DAY, TEAM } from './feed-builders.ts';
import { setUpGamesSuite } from './games-suite.ts';
import { startPointsSuite } from './points-suite.ts';

export const ADMIN = wallet(1);
const base = Date.parse('2031-08-15T12:00:00Z');

/** First kick-off of a gameweek. */
export const week = (n: number) => base + DAY + (n - 1) * 7 * DAY;

/** Players with an entry in the season game and one in the weekly game. */
export const players = [11, 12, 13].map((n) => wallet(n));

/** Runs an app with three entries per game and points in gameweek 1, and sends requests of an administrator. */
export function setUpEntriesSuite() {
  const app = setUpGamesSuite((dependencies) =>
    startPointsSuite(dependencies, base, [week(1), week(2)], { adminWallets: [ADMIN] }),
  );
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

  /** Sends a request of an administrator. */
  const send = adminRequests(() => app.feed.bus, 'games', ADMIN);
  const request = serviceRequests(() => app.feed.bus);
  const one = async (id: string) => (await send(getAdminParticipation, { params: { id } })).participation;
  return {
    app,
    created,
    send,
    one,
    list: (query: Record<string, unknown> = {}) => send(listAdminParticipations, { query }),
    edit: async (id: string, body: Record<string, unknown>, version?: string) => {
      const input = { params: { id }, body, version: version ?? (await one(id)).version };
      return (await send(updateAdminParticipation, input)).participation;
    },
    changes: async () =>
      (await request(gamesChangesRequest, { position: 0, limit: 500 })).changes.map(({ change }) => change),
  };
}
