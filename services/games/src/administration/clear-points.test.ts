import {
  clearAllPoints,
  clearPoints,
  excludeParticipation,
  includeParticipation,
  restorePoints,
} from '@touchline/api/http/admin-entries';
import { rejection } from '@touchline/service-kit/testing/waiting';
import { describe, expect, it } from 'vitest';
import { ADMIN, players, setUpEntriesSuite, week } from '../testing/entries-suite.ts';
import { DAY, TEAM } from '../testing/feed-builders.ts';

const { app, created, send, one, list, edit, changes } = setUpEntriesSuite();
const { ids } = created;

describe('clearing points and excluding', () => {
  it('clearing sets earned points to 0 once, for one participation or all of a wallet', async () => {
    const id = ids[1]!;
    const { version } = await one(id);
    const { participation: cleared } = await send(clearPoints, { params: { id }, version });
    expect(cleared).toMatchObject({ earned_points: 0, adjustments: [{ field: 'earned_points', after: 0 }] });
    const count = (await changes()).length;
    const all = () => send(clearAllPoints, { params: { userId: players[1]! } });
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
      const query = { reason: 'two accounts' };
      return (await send(clearPoints, { params: { id }, version, query })).participation;
    };
    const restore = async (admin = ADMIN, version?: string) => {
      const input = { params: { id }, version: version ?? (await one(id)).version };
      const body = { reason: 'cleared by mistake' };
      return (await send(restorePoints, { ...input, body }, { admin })).participation;
    };
    // A second clearing before the restoration: both are undone.
    expect(await clear()).toMatchObject({ earned_points: 0, cleared_points: restored });
    expect(await rejection(restore(ADMIN, before.version))).toMatchObject({ code: 'STALE' });
    expect(await rejection(restore(players[0]))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await restore()).toMatchObject({
      earned_points: restored,
      cleared_points: 0,
      current_points: before.current_points,
      adjustments: [
        { field: 'earned_points', before: 0, after: restored, reason: 'cleared by mistake' },
        {},
        {},
      ],
    });
    expect((await app.leaderboard(created.season, {}, players[1]!)).me?.earned_points).toBe(restored);
    expect((await changes()).slice(-2)).toMatchObject([
      { action: 'POINTS_CLEARED', subject: id, reason: 'two accounts', after: { earned_points: 0 } },
      {
        action: 'POINTS_RESTORED',
        subject: id,
        reason: 'cleared by mistake',
        before: { earned_points: 0 },
        after: { earned_points: restored },
      },
    ]);
    expect(await rejection(restore())).toMatchObject({ code: 'CHANGE_REFUSED' });
  });

  it('points are found as the dashboard displays them', async () => {
    const id = ids[1]!;
    const { current_points, coefficient_applied } = await one(id);
    const find = async (search: string) => (await list({ search })).participations.map((row) => row.id);
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
      const input = { params: { id }, version, body: { reason: 'two accounts' } };
      return (await send(excluded ? excludeParticipation : includeParticipation, input)).participation;
    };
    const others = (await app.leaderboard(created.season)).total - 1;
    expect(await set(true)).toMatchObject({ rank: null, excluded: { admin: ADMIN, reason: 'two accounts' } });
    expect((await app.leaderboard(created.season, {}, players[0]!)).me).toBeNull();
    expect((await app.leaderboard(created.season)).total).toBe(others);
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
    const { participations } = await list({ search: 'weekly' });
    expect(participations.map((row) => `${row.formation} ${row.captain_id}`)).toEqual(
      Array(3).fill('3-4-3 138'),
    );
  });
});
