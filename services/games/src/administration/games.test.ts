import { randomUUID } from 'node:crypto';
import { gamesChangesRequest } from '@touchline/api/events/admin-changes';
import {
  cancelAdminGame,
  GAME_COLUMNS,
  getAdminGame,
  listAdminGames,
  updateAdminGame,
} from '@touchline/api/http/admin-games';
import { getGame } from '@touchline/api/http/games';
import { adminRequests, serviceRequests } from '@touchline/service-kit/testing/admin-requests';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { eventually, rejection } from '@touchline/service-kit/testing/waiting';
import { beforeEach, describe, expect, it } from 'vitest';
import { readCorrections } from '../awards/corrections.store.ts';
import { findGame, lockGame, markCancelled } from '../games/games.store.ts';
import { DAY, HOUR } from '../testing/feed-builders.ts';
import { ADMIN, JOINED, setUpPaidSuite } from '../testing/paid-suite.ts';

const app = setUpPaidSuite();

const send = adminRequests(() => app.feed.bus, 'games', ADMIN);
const request = serviceRequests(() => app.feed.bus);
const one = async (id: string) => (await send(getAdminGame, { params: { id } })).game;
const edit = async (id: string, body: Record<string, unknown>, version?: string) => {
  const input = { params: { id }, body, version: version ?? (await one(id)).version };
  return (await send(updateAdminGame, input)).game;
};
const cancel = async (id: string, version?: string) => {
  const body = { reason: 'requested by support' };
  return send(cancelAdminGame, { params: { id }, body, version: version ?? (await one(id)).version });
};
const changes = async (subject: string) =>
  (await request(gamesChangesRequest, { position: 0, limit: 500 })).changes
    .map(({ change }) => change)
    .filter((change) => change.subject === subject);
const list = (query: Record<string, unknown> = {}) => send(listAdminGames, { query });

beforeEach(() => {
  app.clock.now = app.start;
});

describe("the administrators' list of games", () => {
  it('API-36 the list shows eight fields, sorts by every column, searches and pages', async () => {
    const cup = await app.tournament();
    const { games, total } = await list();
    expect(games.find(({ id }) => id === cup.id)).toEqual({
      id: cup.id,
      name: 'Cup',
      game_type: 'TOURNAMENT',
      status: 'UPCOMING',
      entry_fee: '1000',
      start_time: cup.start_time,
      end_time: cup.end_time,
      participation_count: 0,
    });
    expect(total).toBe(games.length);
    for (const sortBy of GAME_COLUMNS) {
      const ids = async (sortOrder: string) => (await list({ sortBy, sortOrder })).games.map(({ id }) => id);
      expect(await ids('asc')).toEqual((await ids('desc')).reverse());
    }
    expect((await list({ limit: 1, page: 2, sortBy: 'name' })).games).toHaveLength(1);
    const found = async (search: string) => (await list({ search })).games.map(({ id }) => id);
    expect(await found('1,000')).toEqual([cup.id]);
    // The digits of a fee may also occur in a random id.
    const hits = games.map(({ id }) => id).filter((id) => id === cup.id || id.includes('1000'));
    expect((await found('1000')).sort()).toEqual(hits.sort());
    const day = { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' } as const;
    const shown = new Intl.DateTimeFormat('en-US', day).format(Date.parse(cup.start_time));
    expect(await found(shown.toUpperCase())).toContain(cup.id);
    expect(await found('Jan 1, 1999')).toEqual([]);
    expect((await list({ search: 'SEAS' })).games.map(({ game_type }) => game_type)).toEqual(['SEASON']);
    expect(await rejection(one(randomUUID()))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('the audit log records the administrator who created a tournament', async () => {
    const cup = await app.tournament();
    expect(await changes(cup.id)).toMatchObject([
      { action: 'GAME_CREATED', admin: ADMIN, before: {}, after: { name: 'Cup', entry_fee: '1000' } },
    ]);
  });
});

describe('a change of a game', () => {
  it('an edit keeps omitted fields; one of two concurrent edits is STALE, and an empty one is not recorded', async () => {
    const cup = await app.tournament();
    const { version } = await one(cup.id);
    expect(await edit(cup.id, { entry_fee: '1000.0' })).toMatchObject({ version });
    const both = await Promise.allSettled([
      edit(cup.id, { name: 'A', entry_fee: '0.000000000000000001' }, version),
      edit(cup.id, { name: 'B', entry_fee: '0.000000000000000001' }, version),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { game } = await app.as(null).request(getGame, { params: { id: cup.id } });
    expect(game).toMatchObject({ entry_fee: '0.000000000000000001', start_time: cup.start_time });
    expect((await changes(cup.id)).slice(1)).toMatchObject([
      {
        action: 'GAME_EDITED',
        after: { name: game.name, entry_fee: game.entry_fee },
        before: { name: 'Cup' },
      },
    ]);
  });

  it('ADMIN-30 a status set by an administrator is held against the clock until both agree', async () => {
    const cup = await app.tournament();
    expect(await edit(cup.id, { status: 'COMPLETED' })).toMatchObject({ status: 'COMPLETED' });
    const shown = async () => (await app.as(null).request(getGame, { params: { id: cup.id } })).game.status;
    app.clock.now += 2 * HOUR;
    await eventually(async () => {
      const { rows } = await app.db.raw(
        "select 1 from games where game_type = 'WEEKLY' and status = 'UPCOMING'",
      );
      expect(rows.length).toBeGreaterThan(0);
    });
    expect(await shown()).toBe('COMPLETED');
    expect(await edit(cup.id, { status: 'UPCOMING' })).toMatchObject({ status: 'UPCOMING' });
    expect(await edit(cup.id, { status: 'ACTIVE' })).toMatchObject({ status: 'ACTIVE' });
    app.clock.now = Date.parse(cup.end_time) + 1;
    expect(await shown()).toBe('COMPLETED');
  });

  it('other times count as a correction of every prize once the game has started', async () => {
    const cup = await app.tournament();
    const later = new Date(Date.parse(cup.end_time) + HOUR).toISOString();
    await edit(cup.id, { end_time: later });
    expect(await readCorrections(app.db, cup.id)).toEqual({ corrections: 0, admins: [], rescored: false });
    app.clock.now = Date.parse(cup.start_time) + 1;
    await edit(cup.id, { end_time: cup.end_time });
    expect(await readCorrections(app.db, cup.id)).toEqual({
      corrections: 1,
      admins: [ADMIN],
      rescored: true,
    });
  });

  it('a cancellation is not undone by the clock that was waiting for it', async () => {
    const [cup, other] = [await app.tournament(), await app.tournament()];
    await app.db.transaction(async (cancelling) => {
      await lockGame(cancelling, cup.id);
      app.clock.now = Date.parse(cup.start_time) + 1;
      await eventually(async () => {
        const { rows } = await app.db.raw(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
             and (query like '%update%games%' or query like '%for update%')`,
        );
        expect(rows.length).toBeGreaterThan(0);
      });
      expect(await markCancelled(cancelling, cup.id, ADMIN)).toBe(true);
    });
    // Both are due at the same time, in one transaction of the clock.
    await eventually(async () =>
      expect(await findGame(app.db, other.id)).toMatchObject({ status: 'ACTIVE' }),
    );
    expect(await findGame(app.db, cup.id)).toMatchObject({ status: 'CANCELLED', cancelled_by: ADMIN });
  });

  it('an edit rejects invalid times by field, and holds valid ones against the feed', async () => {
    const weekly = await app.game('WEEKLY', 2);
    const wrong = async (change: Record<string, unknown>) =>
      (await rejection(edit(weekly.id, change))).details[0]?.path;
    expect(await wrong({ end_time: weekly.start_time })).toBe('end_time');
    const later = new Date(Date.parse(weekly.start_time) + 60_000).toISOString();
    expect(await wrong({ start_time: later })).toBe('start_time');
    const earlier = new Date(Date.parse(weekly.start_time) - HOUR).toISOString();
    expect(await edit(weekly.id, { start_time: earlier })).toMatchObject({ start_time: earlier });
    for (const fixture of app.feed.fixtures.filter(({ event }) => event === 2))
      fixture.kickoff_time = new Date(Date.parse(weekly.start_time) + DAY).toISOString();
    await app.feed.publishFixtures();
    await app.waitForFeed();
    expect(await one(weekly.id)).toMatchObject({
      start_time: earlier,
      end_time: new Date(Date.parse(weekly.end_time) + DAY).toISOString(),
    });
  });

  it('ADMIN-30 an edit that would lose money or results is rejected', async () => {
    const cup = await app.tournament();
    await app.reserve(app.me, cup);
    expect(await rejection(edit(cup.id, { entry_fee: '1' }))).toMatchObject({ code: 'CHANGE_REFUSED' });
    expect(await rejection(edit(cup.id, { game_type: 'WEEKLY' }))).toMatchObject({ code: 'CHANGE_REFUSED' });
    const free = await app.tournament({ entry_fee: '0' });
    expect(await rejection(edit(free.id, { game_type: 'SEASON' }))).toMatchObject({ code: 'CHANGE_REFUSED' });
    expect(await edit(free.id, { entry_fee: '5' })).toMatchObject({ entry_fee: '5' });
    await edit(free.id, { entry_fee: '0' });
    expect(JOINED).toContain((await app.tryJoin(wallet(2), free, null)).status);
    expect(await rejection(edit(free.id, { entry_fee: '5' }))).toMatchObject({ code: 'CHANGE_REFUSED' });
    const plan = { min_entries: 2 }; // so its end would cancel it
    await app.db.raw('update games set prize_plan = prize_plan || ? where id = ?', [plan, free.id]);
    expect(await rejection(edit(free.id, { status: 'COMPLETED' }))).toMatchObject({ code: 'CHANGE_REFUSED' });
    expect(JOINED).toContain((await app.tryJoin(wallet(3), free, null)).status);
    expect(await edit(free.id, { status: 'COMPLETED' })).toMatchObject({ status: 'COMPLETED' });
    await app.db('games').where({ id: free.id }).update({ settlement: 'FINAL' });
    expect(await rejection(edit(free.id, { status: 'ACTIVE' }))).toMatchObject({ code: 'CHANGE_REFUSED' });
    expect(await rejection(cancel(free.id))).toMatchObject({ code: 'CHANGE_REFUSED' });
  });

  it('a game whose prizes only some entries can win does not get an entry fee', async () => {
    const free = await app.tournament({ entry_fee: '0' });
    const setEligibility = (eligibility: string) =>
      app.db.raw('update games set prize_plan = prize_plan || ? where id = ?', [{ eligibility }, free.id]);
    await setEligibility('STAKERS');
    expect(await rejection(edit(free.id, { entry_fee: '5' }))).toMatchObject({ code: 'CHANGE_REFUSED' });
    expect(await edit(free.id, { entry_fee: '0', name: 'Free' })).toMatchObject({ name: 'Free' });
    await setEligibility('ALL');
    expect(await edit(free.id, { entry_fee: '5' })).toMatchObject({ entry_fee: '5' });
  });
});

describe('permanent cancellation of a game', () => {
  it('ADMIN-30 cancelling makes each verified payment refundable once and cannot be undone', async () => {
    const cup = await app.tournament();
    const { amount } = await app.reserve(app.me, cup);
    expect(JOINED).toContain((await app.settleJoin(app.me, cup, await app.pay(app.me, amount))).status);
    const before = await one(cup.id);
    expect(before).toMatchObject({ paid_entries: 1, paid_total: '1000', cancelled_by: null });
    const results = await Promise.allSettled([
      cancel(cup.id, before.version),
      cancel(cup.id, before.version),
    ]);
    const [cancelled] = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(cancelled).toMatchObject({
      refunds: 1,
      refund_total: '1000',
      game: { status: 'CANCELLED', cancelled_by: ADMIN },
    });
    expect(results.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { code: 'STALE' } },
    ]);
    expect(await rejection(cancel(cup.id))).toMatchObject({ code: 'CHANGE_REFUSED' });
    expect(await rejection(edit(cup.id, { status: 'ACTIVE' }))).toMatchObject({ code: 'CHANGE_REFUSED' });
    const owed = (await app.openPayments(app.me)).map(({ refund, reason }) => ({ refund, reason }));
    expect(owed).toEqual([{ refund: '1000', reason: 'GAME_CANCELLED' }]);
    expect((await changes(cup.id)).slice(1)).toMatchObject([
      {
        action: 'GAME_CANCELLED',
        before: { status: 'UPCOMING' },
        after: { status: 'CANCELLED', refunds: 1 },
      },
    ]);
    const other = await app.tournament();
    expect(await edit(other.id, { status: 'CANCELLED' })).toMatchObject({
      status: 'CANCELLED',
      cancelled_by: ADMIN,
    });
  });
});
