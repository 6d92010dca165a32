import { gamesChangesRequest } from '@touchline/api/events/admin-changes';
import {
  getAdminParticipation,
  listAdminParticipations,
  PARTICIPATION_COLUMNS,
  revealLineup,
  updateAdminParticipation,
} from '@touchline/api/http/admin-entries';
import { adminRequests, serviceRequests } from '@touchline/service-kit/testing/admin-requests';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR, TEAM } from '../testing/feed-builders.ts';
import { startGamesApp } from '../testing/games-app.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { addPointsSteps } from '../testing/points-suite.ts';

const ADMIN = wallet(1);
const base = Date.parse('2031-08-15T12:00:00Z');
const kickoff = base + DAY;
/** Clubs 1 to 10 play at the kick-off, the others two hours later. */
const EARLY = [10, 20, 32, 42, 52, 62, 72, 85, 95, 105];
const SECRETS = /Player\d+|3-4-3|"captain_id":\d|"vice_captain_id":\d/;

const app = setUpGamesSuite(async (dependencies) => {
  const started = addPointsSteps(
    await startGamesApp({ ...dependencies, now: base, seasonFee: '0', adminWallets: [ADMIN] }),
  );
  started.feed.addGameweek(1, [kickoff]);
  started.feed.delayLateClubs(2 * HOUR);
  await started.feed.publishAll();
  await started.waitForFeed();
  return started;
});
const send = adminRequests(() => app.feed.bus, 'games', ADMIN);
const request = serviceRequests(() => app.feed.bus);
const ids: string[] = [];

beforeAll(async () => {
  const game = (await app.game('SEASON')).id;
  for (const [index, captain_id] of [10, 158, 115].entries())
    ids.push(await app.join(wallet(20 + index), game, { team_name: `Team ${index}`, captain_id }));
});

const list = (query: Record<string, unknown> = {}) => send(listAdminParticipations, { query });
const one = async (id: string) => (await send(getAdminParticipation, { params: { id } })).participation;
const changes = async () =>
  (await request(gamesChangesRequest, { position: 0, limit: 500 })).changes.map(({ change }) => change);

describe('lineups in the administration', () => {
  it('A28 before the kick-off no list, order, search or detail shows a player, a captain or a formation', async () => {
    const orders = new Set<string>();
    for (const sortBy of PARTICIPATION_COLUMNS) {
      const { participations } = await list({ sortBy, sortOrder: 'asc' });
      expect(JSON.stringify(participations)).not.toMatch(SECRETS);
      if (['formation', 'captain_id', 'vice_captain_id'].includes(sortBy))
        orders.add(participations.map(({ id }) => id).join());
    }
    expect(orders.size).toBe(1);
    for (const search of ['158', '3-4-3', '115']) {
      const found = (await list({ search })).participations.map(({ id }) => id);
      // The digits of a player may also occur in a random id.
      expect(found.sort()).toEqual(ids.filter((id) => id.includes(search)).sort());
    }
    const details = await one(ids[0]!);
    expect(JSON.stringify(details)).not.toMatch(SECRETS);
    expect(details.sealed_players).toBe(15);
  });

  it('a reveal shows the lineup and is recorded with its reason', async () => {
    const { participation } = await send(revealLineup, {
      params: { id: ids[1]! },
      body: { reason: 'support case 7' },
    });
    expect(participation).toMatchObject({ captain_id: 158, formation: '3-4-3', sealed_players: 0 });
    expect(participation.players_snapshot).toHaveLength(15);
    expect((await changes()).at(-1)).toMatchObject({
      action: 'LINEUP_REVEALED',
      subject: ids[1],
      admin: ADMIN,
      reason: 'support case 7',
    });
    expect((await one(ids[1]!)).captain_id).toBeNull();
  });

  it('a guess of the captain by an edit is recorded, and the log does not show the lineup', async () => {
    const id = ids[1]!;
    const before = (await changes()).length;
    const guess = (captain_id: number, version: string) =>
      send(updateAdminParticipation, { params: { id }, body: { captain_id }, version });
    await guess(158, (await one(id)).version);
    expect((await changes()).slice(before).map(({ action }) => action)).toEqual(['LINEUP_REVEALED']);
    await guess(148, (await one(id)).version);
    expect((await changes()).at(-1)).toMatchObject({
      action: 'ENTRY_EDITED',
      before: { captain_id: 'sealed' },
      after: { captain_id: 'sealed' },
    });
  });

  it('after a kick-off the locked players are shown, and a captain who plays later is not', async () => {
    app.clock.now = kickoff;
    const { participations } = await list({ sortBy: 'team_name', sortOrder: 'asc' });
    expect(participations.map(({ captain_id }) => captain_id)).toEqual([10, null, null]);
    for (const { players_snapshot, formation } of participations) {
      expect(players_snapshot.map(({ id }) => id).sort((a, b) => a - b)).toEqual(EARLY);
      expect(formation).toBe('3-4-3');
    }
    app.clock.now = kickoff + 2 * HOUR;
    const all = await list({ sortBy: 'captain_id', sortOrder: 'asc' });
    expect(all.participations.map(({ captain_id }) => captain_id)).toEqual([10, 115, 148]);
    expect(all.participations[0]!.players_snapshot).toHaveLength(TEAM.field.length + TEAM.bench.length);
  });
});
