import { randomUUID } from 'node:crypto';
import { gamesChangesRequest } from '@touchline/api/events/admin-changes';
import {
  clearEntryPoints,
  clearWalletPoints,
  editEntry,
  entriesRequest,
  entryRequest,
  excludeEntry,
  restoreEntryPoints,
} from '@touchline/api/events/admin-entries';
import { PARTICIPATION_COLUMNS } from '@touchline/api/http/admin-entries';
import { request } from '@touchline/service-kit/request';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { rejection } from '@touchline/service-kit/testing/waiting';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY, TEAM } from '../testing/feed-builders.ts';
import { startGamesApp } from '../testing/games-app.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { addPointsSteps } from '../testing/points-suite.ts';

const ADMIN = wallet(1);
const base = Date.parse('2031-08-15T12:00:00Z');
const week = (n: number) => base + DAY + (n - 1) * 7 * DAY;

const app = setUpGamesSuite(async (dependencies) => {
  const started = addPointsSteps(
    await startGamesApp({ ...dependencies, now: base, seasonFee: '0', adminWallets: [ADMIN] }),
  );
  for (const n of [1, 2]) started.feed.addGameweek(n, [week(n)]);
  await started.feed.publishAll();
  await started.waitForFeed();
  return started;
});

const by = (reason = 'requested by support') => ({ admin: ADMIN, request_id: randomUUID(), reason });
const list = (
  changes: Partial<
    Parameters<typeof request<typeof entriesRequest.request, typeof entriesRequest.reply>>[2]
  > = {},
) =>
  request(app.feed.bus, entriesRequest, {
    ...{ page: 1, limit: 20, sort_by: 'current_points', sort_order: 'desc', search: '', realtime: true },
    ...changes,
  });
const one = (id: string) => request(app.feed.bus, entryRequest, { id });
const edit = async (id: string, change: object, version?: string) =>
  request(app.feed.bus, editEntry, { by: by(), id, version: version ?? (await one(id)).version, change });
const changes = async () =>
  (await request(app.feed.bus, gamesChangesRequest, { position: 0, limit: 500 })).changes.map(
    ({ change }) => change,
  );

let season: string;
let ids: string[];
const players = [11, 12, 13].map((n) => wallet(n));

beforeAll(async () => {
  season = (await app.game('SEASON')).id;
  const weekly = (await app.game('WEEKLY', 1)).id;
  ids = [];
  for (const [n, who] of players.entries()) {
    ids.push(await app.join(who, season, { team_name: `Team ${'CAB'[n]}`, captain_id: TEAM.field[n] }));
    await app.join(who, weekly, { team_name: `Weekly ${n}` });
  }
  await app.kickOff(1);
  app.feed.playAll(1);
  await app.publishPoints(1);
});

describe('the list of participations', () => {
  it('shows, sorts, searches and pages the participations of all games', async () => {
    const all = await list({ limit: 100 });
    expect(all.total).toBe(6);
    const row = all.rows.find(({ id }) => id === ids[0]);
    expect(row).toMatchObject({
      ...{ wallet_address: players[0], team_name: 'Team C', game_type: 'SEASON', formation: '3-4-3' },
      ...{ captain_id: TEAM.field[0], vice_captain_id: 85, entry_points: 110, current_points: 134 },
      ...{ coefficient_applied: 1, earned_points: 24 },
    });
    expect(row?.players_snapshot).toHaveLength(15);
    for (const sort_by of PARTICIPATION_COLUMNS)
      for (const sort_order of ['asc', 'desc'] as const) {
        const pages = [];
        for (const page of [1, 2, 3, 4])
          pages.push(...(await list({ sort_by, sort_order, limit: 2, page })).rows);
        expect(new Set(pages.map(({ id }) => id)).size).toBe(6);
        const values = pages.map((each) => (sort_by === 'players' ? 15 : each[sort_by]));
        const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
        expect(values).toEqual(sort_order === 'asc' ? sorted : sorted.reverse());
      }
    const found = async (search: string) => (await list({ search })).total;
    expect(await found('team b')).toBe(1);
    expect(await found(players[1]!.slice(30))).toBe(2);
    expect(await found(ids[2]!.slice(3, 20).toUpperCase())).toBe(1);
    expect(await found('gameweek 1')).toBe(3);
    expect(await found('134')).toBe(6);
    expect(await found('3-4-3')).toBe(6);
    expect(await found('1x')).toBe(6);
    expect(await found('nowhere')).toBe(0);
  });

  it('reports the number of participations that moved since the last list, and null when none did', async () => {
    await list();
    app.feed.score(1, TEAM.field[0], { points: 9 });
    await app.publishPoints(1);
    expect((await list({ realtime: false })).updated).toBeNull();
    app.feed.score(1, TEAM.field[0], { points: 2 });
    await app.publishPoints(1);
    expect((await list()).updated).toEqual({ entries: 6, milliseconds: expect.any(Number) });
  });

  it('includes new entries and changed names in the next list', async () => {
    await app.join(wallet(14), season, { team_name: 'Team AA' });
    await edit(ids[1]!, { team_name: 'Team Z' });
    const names = (await list({ sort_by: 'team_name', sort_order: 'asc', search: 'team' })).rows;
    expect(names.map(({ team_name }) => team_name)).toEqual(['Team AA', 'Team B', 'Team C', 'Team Z']);
    const { leaderboard } = await app.leaderboard(season, { search: 'team z' });
    expect(leaderboard.map(({ participation_id }) => participation_id)).toEqual([ids[1]]);
  });
});

describe('a change of a participation', () => {
  it('an edit keeps omitted fields, and its points survive recomputation', async () => {
    const id = ids[0]!;
    const before = await one(id);
    const edited = await edit(id, { current_points: before.current_points + 10, coefficient_applied: 1.255 });
    expect(edited).toMatchObject({
      current_points: before.current_points + 10,
      coefficient_applied: 1.255,
      // The coefficient applies to the gameweek's 24 points, not to adjusted points.
      earned_points: 24 * 1.255 + 10,
      team_name: before.team_name,
      rank: 1,
      adjustments: [
        { field: 'coefficient_applied', delta: 0.255, before: 1, after: 1.255, admin: ADMIN },
        { field: 'current_points', delta: 10 },
      ],
    });
    const totals = async () => {
      const [details, { me }] = [
        await app.details(players[0]!, id),
        await app.leaderboard(season, {}, players[0]!),
      ];
      return [details.current_points, details.earned_points, me?.current_points, me?.earned_points, me?.rank];
    };
    const expected = [edited.current_points, edited.earned_points];
    expect(await totals()).toEqual([...expected, ...expected, 1]);
    app.feed.score(1, TEAM.field[1], { points: 5 });
    await app.publishPoints(1);
    const later = [edited.current_points + 3, Number((27 * 1.255 + 10).toFixed(3))];
    expect(await totals()).toEqual([...later, ...later, 1]);
    const lower = await edit(id, { entry_points: 100 });
    expect([lower.entry_points, lower.current_points]).toEqual([100, later[0]! - 10]);
    await edit(id, { entry_points: 110 });
  });

  it('one of two concurrent edits succeeds and the other gets STALE', async () => {
    const id = ids[1]!;
    const { version } = await one(id);
    const both = await Promise.allSettled(
      ['One', 'Two'].map((team_name) => edit(id, { team_name }, version)),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { code: 'STALE' } }]);
    expect(['One', 'Two']).toContain((await one(id)).team_name);
  });

  it('an edit without changes is not recorded and raises no version', async () => {
    const { version, team_name } = await one(ids[1]!);
    const count = (await changes()).length;
    for (const change of [{ team_name }, {}]) expect((await edit(ids[1]!, change)).version).toBe(version);
    expect(await changes()).toHaveLength(count);
  });

  it('an administrator changes a lineup within the rules, regardless of locks', async () => {
    const id = ids[2]!;
    const edited = await edit(id, { formation: '4-4-2', captain_id: 42 });
    expect(edited).toMatchObject({ formation: '4-4-2', captain_id: 42, vice_captain_id: 85 });
    const { field_players } = await app.details(players[2]!, id);
    expect(field_players).toHaveLength(11);
    expect(await rejection(edit(id, { captain_id: 85 }))).toMatchObject({ code: 'LINEUP_INVALID' });
    expect(await rejection(edit(id, { captain_id: 158 }))).toMatchObject({ code: 'LINEUP_INVALID' });
  });

  it('an edit is recorded with its changed fields, and only administrators may make it', async () => {
    const id = ids[2]!;
    const actor = by('typo');
    const { version, team_name } = await one(id);
    await request(app.feed.bus, editEntry, { by: actor, id, version, change: { team_name: 'Fixed' } });
    expect((await changes()).at(-1)).toMatchObject({
      ...{ owner: 'games', action: 'ENTRY_EDITED', subject: id, wallet: players[2], admin: ADMIN },
      ...{ reason: 'typo', request_id: actor.request_id },
      ...{ before: { team_name }, after: { team_name: 'Fixed' } },
    });
    const change = { by: { ...actor, admin: players[0]! }, id, version: (await one(id)).version };
    expect(await rejection(request(app.feed.bus, editEntry, { ...change, change: {} }))).toMatchObject({
      code: 'FORBIDDEN',
    });
    expect(await rejection(request(app.feed.bus, clearEntryPoints, change))).toMatchObject({
      code: 'FORBIDDEN',
    });
    expect(await rejection(one(randomUUID()))).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('clearing points and excluding', () => {
  it('clearing sets earned points to 0 once, for one participation or all of a wallet', async () => {
    const id = ids[1]!;
    const { version } = await one(id);
    const cleared = await request(app.feed.bus, clearEntryPoints, { by: by(), id, version });
    expect(cleared).toMatchObject({ earned_points: 0, adjustments: [{ field: 'earned_points', after: 0 }] });
    const count = (await changes()).length;
    const all = () => request(app.feed.bus, clearWalletPoints, { by: by(), wallet: players[1]! });
    expect([await all(), await all()]).toEqual([{ cleared: 1 }, { cleared: 0 }]);
    expect(await changes()).toHaveLength(count + 1);
    app.feed.score(1, TEAM.field[2], { points: 4 });
    await app.publishPoints(1);
    expect((await one(id)).earned_points).toBeGreaterThan(0);
  });

  it('cleared points can be restored, with what was scored since; twice is rejected', async () => {
    const id = ids[1]!;
    const before = await one(id);
    const restored = before.earned_points + before.cleared_points;
    expect(before.cleared_points).toBeGreaterThan(0);
    const clear = async () => {
      const { version } = await one(id);
      return request(app.feed.bus, clearEntryPoints, { by: by('two accounts'), id, version });
    };
    const restore = async (actor = by('cleared by mistake'), version?: string) =>
      request(app.feed.bus, restoreEntryPoints, {
        ...{ by: actor, id, version: version ?? (await one(id)).version },
      });
    // A second clearing before the restoration: both are undone.
    expect(await clear()).toMatchObject({ earned_points: 0, cleared_points: restored });
    expect(await rejection(restore(by(), before.version))).toMatchObject({ code: 'STALE' });
    expect(await rejection(restore({ ...by(), admin: players[0]! }))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await restore()).toMatchObject({
      ...{ earned_points: restored, cleared_points: 0, current_points: before.current_points },
      adjustments: [{ field: 'earned_points', before: 0, after: restored, reason: 'cleared by mistake' }, {}, {}],
    });
    expect((await app.leaderboard(season, {}, players[1]!)).me?.earned_points).toBe(restored);
    expect((await changes()).slice(-2)).toMatchObject([
      { action: 'POINTS_CLEARED', subject: id, reason: 'two accounts', after: { earned_points: 0 } },
      {
        ...{ action: 'POINTS_RESTORED', subject: id, reason: 'cleared by mistake' },
        ...{ before: { earned_points: 0 }, after: { earned_points: restored } },
      },
    ]);
    expect(await rejection(restore())).toMatchObject({ code: 'CHANGE_REFUSED' });
  });

  it('points are found as the dashboard displays them', async () => {
    const id = ids[1]!;
    const { current_points, coefficient_applied } = await one(id);
    const find = async (search: string) => (await list({ search })).rows.map((row) => row.id);
    const shown = await edit(id, { current_points: 12_345, coefficient_applied: 1.255 });
    expect(await find('12,345')).toEqual([id]);
    const earned = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 }).format(shown.earned_points);
    expect(earned).toMatch(/^1\d,\d{3}/);
    expect(await find(`+${earned}`)).toEqual([id]);
    expect(await find('54,321')).toEqual([]);
    await edit(id, { current_points, coefficient_applied });
  });

  it('an excluded entry leaves the standings until it is included again; its owner still sees the team', async () => {
    const id = ids[0]!;
    const set = async (excluded: boolean) => {
      const { version } = await one(id);
      return request(app.feed.bus, excludeEntry, { by: by('two accounts'), id, version, excluded });
    };
    const others = (await app.leaderboard(season)).total - 1;
    expect(await set(true)).toMatchObject({ rank: null, excluded: { admin: ADMIN, reason: 'two accounts' } });
    expect((await app.leaderboard(season, {}, players[0]!)).me).toBeNull();
    expect((await app.leaderboard(season)).total).toBe(others);
    expect(await app.details(players[0]!, id)).toMatchObject({ rank: null, excluded_reason: 'two accounts' });
    expect(await rejection(set(true))).toMatchObject({ code: 'CHANGE_REFUSED' });
    expect(await set(false)).toMatchObject({ excluded: null, rank: expect.any(Number) });
  });

  it('adjustments remain when the gameweek is settled', async () => {
    const shown = await one(ids[0]!);
    await app.endMatches(1);
    app.clock.now = week(1) + DAY;
    await app.checkGameweek(1);
    const settled = await one(ids[0]!);
    expect([settled.current_points, settled.earned_points]).toEqual([
      shown.current_points,
      shown.earned_points,
    ]);
    await expect.poll(async () => (await app.game('WEEKLY', 1)).settlement).toBe('FINAL');
    const { rows } = await list({ search: 'weekly' });
    expect(rows.map((row) => `${row.formation} ${row.captain_id}`)).toEqual(Array(3).fill('3-4-3 138'));
  });
});
