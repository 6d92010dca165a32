import { randomUUID } from 'node:crypto';
import {
  clearPoints,
  PARTICIPATION_COLUMNS,
  updateAdminParticipation,
} from '@touchline/api/http/admin-entries';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { rejection } from '@touchline/service-kit/testing/waiting';
import { describe, expect, it } from 'vitest';
import { readCorrections } from '../awards/corrections.store.ts';
import { ADMIN, players, setUpEntriesSuite } from '../testing/entries-suite.ts';
import { TEAM } from '../testing/feed-builders.ts';

const { app, created, send, one, list, edit, changes } = setUpEntriesSuite();
const { ids } = created;

describe('the list of participations', () => {
  it('API-33 DATA-16 the list shows, sorts, searches and pages the participations of all games', async () => {
    const all = await list({ limit: 100 });
    expect(all.total).toBe(6);
    const row = all.participations.find(({ id }) => id === ids[0]);
    expect(row).toMatchObject({
      wallet_address: players[0],
      team_name: 'Team C',
      game_type: 'SEASON',
      formation: '3-4-3',
      captain_id: TEAM.field[0],
      vice_captain_id: 85,
      entry_points: 110,
      current_points: 134,
      coefficient_applied: 1,
      earned_points: 24,
    });
    expect(row?.players_snapshot).toHaveLength(15);
    for (const sortBy of PARTICIPATION_COLUMNS)
      for (const sortOrder of ['asc', 'desc'] as const) {
        const pages = [];
        for (const page of [1, 2, 3, 4])
          pages.push(...(await list({ sortBy, sortOrder, limit: 2, page })).participations);
        expect(new Set(pages.map(({ id }) => id)).size).toBe(6);
        const values = pages.map((each) => (sortBy === 'players' ? 15 : each[sortBy]));
        const sorted = values.toSorted((a, b) => (a! < b! ? -1 : a! > b! ? 1 : 0));
        expect(values).toEqual(sortOrder === 'asc' ? sorted : sorted.reverse());
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

  it('API-33 the list reports the number of participations that moved since the last list, if it is `realtime`', async () => {
    await list();
    app.feed.score(1, TEAM.field[0], { points: 9 });
    await app.publishPoints(1);
    expect(await list({ realtime: false })).not.toHaveProperty('pointsUpdated');
    app.feed.score(1, TEAM.field[0], { points: 2 });
    await app.publishPoints(1);
    expect(await list({ realtime: true })).toMatchObject({
      pointsUpdated: true,
      updatedCount: 6,
      processingTime: expect.any(Number),
    });
    expect(await list({ realtime: true })).not.toHaveProperty('pointsUpdated');
  });

  it('the list includes new entries and changed names in the next list', async () => {
    await app.join(wallet(14), created.season, { team_name: 'Team AA' });
    await edit(ids[1]!, { team_name: 'Team Z' });
    const names = await list({ sortBy: 'team_name', sortOrder: 'asc', search: 'team' });
    expect(names.participations.map(({ team_name }) => team_name)).toEqual([
      'Team AA',
      'Team B',
      'Team C',
      'Team Z',
    ]);
    const { leaderboard } = await app.leaderboard(created.season, { search: 'team z' });
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
        await app.leaderboard(created.season, {}, players[0]!),
      ];
      return [details.current_points, details.earned_points, me?.current_points, me?.earned_points, me?.rank];
    };
    const expected = [edited.current_points, edited.earned_points];
    expect(await totals()).toEqual([...expected, ...expected, 1]);
    app.feed.score(1, TEAM.field[1], { points: 5 });
    await app.publishPoints(1);
    // The correction of points that have moved since would be another difference. Other fields do not depend on them.
    const seen = edited.version;
    expect(await rejection(edit(id, { current_points: edited.current_points + 1 }, seen))).toMatchObject({
      code: 'STALE',
    });
    await edit(id, { team_name: edited.team_name }, seen);
    const later = [edited.current_points + 3, Number((27 * 1.255 + 10).toFixed(3))];
    expect(await totals()).toEqual([...later, ...later, 1]);
    const lower = await edit(id, { entry_points: 100 });
    expect([lower.entry_points, lower.current_points]).toEqual([100, later[0]! - 10]);
    await edit(id, { entry_points: 110 });
  });

  it('an edit is recorded with exact earned points', async () => {
    const id = ids[0]!;
    const { current_points, earned_points } = await one(id);
    expect(earned_points).toBe(43.885);
    await edit(id, { current_points: current_points - 30 });
    expect((await changes()).at(-1)).toMatchObject({
      before: { earned_points },
      after: { earned_points: 13.885 },
    });
    await edit(id, { current_points });
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
    const { rows } = await app.db.raw('select game_id from entries where id = ?', [id]);
    const { rescored, admins } = await readCorrections(app.db, rows[0].game_id);
    expect(rescored).toBe(true);
    expect(admins).toContain(ADMIN);
  });

  it('an edit is recorded with its changed fields, and only administrators may make it', async () => {
    const id = ids[2]!;
    const request_id = randomUUID();
    const { version, team_name } = await one(id);
    const input = { params: { id }, version };
    const body = { team_name: 'Fixed' };
    await send(updateAdminParticipation, { ...input, query: { reason: 'typo' }, body }, { request_id });
    expect((await changes()).at(-1)).toMatchObject({
      owner: 'games',
      action: 'ENTRY_EDITED',
      subject: id,
      wallet: players[2],
      admin: ADMIN,
      reason: 'typo',
      request_id,
      before: { team_name },
      after: { team_name: 'Fixed' },
    });
    const current = { params: { id }, version: (await one(id)).version };
    const player = { admin: players[0]! };
    for (const forged of [
      send(updateAdminParticipation, { ...current, body: {} }, player),
      send(clearPoints, current, player),
    ])
      expect(await rejection(forged)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await rejection(one(randomUUID()))).toMatchObject({ code: 'NOT_FOUND' });
  });
});
