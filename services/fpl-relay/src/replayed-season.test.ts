import * as wire from '@touchline/api/events/fpl-relay';
import {
  createTestDatabase,
  type TestDatabase,
  type TestNats,
  testNats,
} from '@touchline/local-stack/testing';
import { DEFAULT_CALENDAR } from '@touchline/rules/calendar';
import { DEMO_SEASON, readArchive } from '@touchline/season-replay/archive/archive-reader';
import { type Replay, startReplay } from '@touchline/season-replay/replay';
import { type Database, openDatabase } from '@touchline/service-kit/data/database';
import { migrate } from '@touchline/service-kit/data/migrations';
import { type Bus, openBus } from '@touchline/service-kit/messaging/bus';
import { request } from '@touchline/service-kit/messaging/request';
import { createLog } from '@touchline/service-kit/process/log';
import { createMetrics } from '@touchline/service-kit/process/metrics';
import type { App } from '@touchline/service-kit/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from './app.ts';
import { migrations } from './migrations.ts';

const log = createLog('test', 'silent');
const metrics = createMetrics('fpl-relay');
let nats: TestNats;
let database: TestDatabase;
let replay: Replay;
let db: Database;
let bus: Bus;
let relay: App;

beforeAll(async () => {
  nats = await testNats();
  database = await createTestDatabase('fpl-relay');
  replay = await startReplay({ archive: await readArchive(DEMO_SEASON), fromGameweek: 6, paused: true });
  const calendar = {
    ...DEFAULT_CALENDAR,
    ...replay.calendar(),
    poll_bootstrap_seconds: 0.3,
    poll_live_seconds: 0.2,
    poll_idle_seconds: 0.3,
  };
  db = openDatabase(database.url, 'fpl_relay', { log });
  bus = openBus(nats.url, { name: 'fpl-relay', log, metrics });
  await migrate(db, migrations);
  relay = await createApp({ db, bus, log, metrics, calendar, feedUrl: replay.url });
});

afterAll(async () => {
  await relay.stop();
  await replay.stop();
  await bus.close();
  await db.destroy();
  await database.drop();
  await nats.stop();
});

async function control(action: string, body: unknown = {}) {
  const response = await fetch(`${replay.url}/control/${action}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as { gameweek: number; goal?: { scorer: number; fixture: number } };
}

const bootstrap = () => request(bus, wire.bootstrapRequest, {}).catch(() => null);
const live = (gameweek: number) => request(bus, wire.liveRequest, { gameweek }).catch(() => null);
const isChecked = async (gameweek: number) =>
  (await bootstrap())?.gameweeks.find(({ id }) => id === gameweek)?.data_checked ?? false;

/** A slow machine needs seconds for each of the polls. */
const WAIT = { timeout: 60_000 };

describe('replayed season', { timeout: 180_000 }, () => {
  test('past gameweeks of a season joined half-way add up to the totals of the feed', async () => {
    const past = [1, 2, 3, 4, 5];
    for (const gameweek of past) await expect.poll(() => live(gameweek), WAIT).not.toBeNull();
    const sums = new Map<number, number>();
    for (const gameweek of [...past, 6])
      for (const { player, points } of (await live(gameweek))?.scores ?? [])
        sums.set(player, (sums.get(player) ?? 0) + points);
    const { players } = (await bootstrap()) ?? { players: [] };
    expect(players.length).toBeGreaterThan(400);
    const different = players.filter(({ id, total_points }) => (sums.get(id) ?? 0) !== total_points);
    expect(different).toEqual([]);
  });

  test("a goal is included in the points, and a checked gameweek adds up to the feed's totals", async () => {
    await expect.poll(bootstrap, WAIT).not.toBeNull();
    const { goal, gameweek } = await control('advance', { to: 'next-goal' });
    const isScored = async () => {
      const scores = (await live(gameweek))?.scores ?? [];
      const row = scores.find(({ player, fixture }) => player === goal?.scorer && fixture === goal?.fixture);
      return row?.explain.some(({ identifier }) => identifier === 'goals_scored') ?? false;
    };
    await expect.poll(isScored, WAIT).toBe(true);
    await control('advance', { to: { gameweek: 6, phase: 'checked' } });
    await expect.poll(() => isChecked(6), WAIT).toBe(true);
    const scores = (await live(6))?.scores ?? [];
    expect(scores.some(({ bonus }) => bonus === 3)).toBe(true);
    expect(await metrics.text()).toMatch(/feed_points_mismatches_total\{[^}]*\} 0\n/);
  });

  test('the next season gets its own id although it starts in the same year', async () => {
    const first = (await bootstrap())?.season ?? '';
    await control('advance', { to: { gameweek: 38, phase: 'checked' } });
    // The points of each gameweek are confirmed apart from the others.
    const unchecked = async () => (await bootstrap())?.gameweeks.filter(({ data_checked }) => !data_checked);
    await expect.poll(unchecked, WAIT).toEqual([]);
    await control('advance', { to: 'next' });
    const season = async () => (await bootstrap())?.season;
    await expect.poll(season, WAIT).toBe(`${first}-2`);
    const { gameweeks } = (await bootstrap()) ?? { gameweeks: [] };
    expect(gameweeks.some(({ finished }) => finished)).toBe(false);
    expect(await live(38)).toBeNull();
  });
});
