import { request as httpRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import * as wire from '@touchline/api/events/fpl-relay';
import * as football from '@touchline/api/http/fpl';
import * as parts from '@touchline/platform/testing';
import { ask } from '@touchline/service-kit/ask';
import { subscribe } from '@touchline/service-kit/subscribe';
import { describe, expect, test } from 'vitest';
import { get, parsed, type Running, ready, relaySuite } from './testing/relay-under-test.ts';
import { buildScript, FAULTS, liveOf, runningLive } from './testing/scripted-feed.ts';

const suite = relaySuite(parts);
const { startRelay } = suite;

const liveNow = (relay: Running, gameweek = 2) => ask(relay.bus, wire.askLive, { gameweek });
const liveSoon = (relay: Running) =>
  expect.poll(() => liveNow(relay).catch(() => null), { timeout: 10_000 }).not.toBeNull();

const pastIsKnown = (relay: Running, gameweek = 1) =>
  expect.poll(() => liveNow(relay, gameweek).catch(() => null), { timeout: 10_000 }).not.toBeNull();

/** Waits until the relay has looked at the feed twice more, with everything that it asks for. */
async function polledAgain() {
  suite.feed.asked();
  const seen: string[] = [];
  const rounds = () => {
    seen.push(...suite.feed.asked());
    return Math.min(
      ...['bootstrap', 'fixtures'].map((part) => seen.filter((path) => path.includes(part)).length),
    );
  };
  await expect.poll(rounds, { timeout: 10_000, interval: 20 }).toBeGreaterThanOrEqual(3);
}

describe('the football data', () => {
  test('API-08 DATA-03 bootstrap: players, clubs and gameweeks, prices in millions, without managers', async () => {
    const relay = await startRelay();
    await ready(relay);
    const data = await parsed(relay, '/fpl/bootstrap', football.bootstrap.data);
    expect(data.players.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    expect(data.players[0]).toMatchObject({
      id: 1,
      code: 1001,
      name: 'First1 Last1',
      web_name: 'Player1',
      team: 1,
      position: 1,
      price: 4.6,
      cost_change: -0.1,
      total_points: 12,
      form: 4.3,
      selected_by_percent: 12.5,
      photo: '1001.jpg',
      can_select: true,
      chance_of_playing: null,
    });
    expect(data.players[3]?.can_select).toBe(false);
    expect(data.season).toBe(
      String(new Date(suite.feed.script.events[0]?.deadline_time as string).getUTCFullYear()),
    );
    expect(data.stale).toBe(false);
    expect(suite.feed.lastHeaders()['user-agent']).toMatch(/^Touchline/);
  });

  test('a gameweek runs from its first kick-off to the tail after its last', async () => {
    const relay = await startRelay();
    await ready(relay);
    const { gameweeks } = await parsed(relay, '/fpl/bootstrap', football.bootstrap.data);
    const kickoff = (id: number) =>
      Date.parse(suite.feed.script.fixtures.find((one) => one.id === id)?.kickoff_time ?? '');
    expect(Date.parse(gameweeks[1]?.start_time ?? '')).toBe(kickoff(2));
    expect(Date.parse(gameweeks[1]?.end_time ?? '')).toBe(kickoff(4) + 150 * 60_000);
  });

  test('DATA-02 gameweeks and clubs carry their fields, the current gameweek its number and times', async () => {
    const relay = await startRelay();
    await ready(relay);
    const { gameweeks, teams } = await parsed(relay, '/fpl/bootstrap', football.bootstrap.data);
    for (const gameweek of gameweeks)
      expect(gameweek).toMatchObject({
        id: expect.any(Number),
        is_current: expect.any(Boolean),
        finished: expect.any(Boolean),
      });
    for (const team of teams)
      expect(team).toMatchObject({
        id: expect.any(Number),
        name: expect.any(String),
        short_name: expect.stringMatching(/^[A-Z0-9]{2,4}$/),
      });
    const { gameweek } = await parsed(relay, '/fpl/gameweek/current', football.currentGameweek.data);
    const expected = gameweeks.find((one) => one.is_current);
    expect(gameweek).toEqual(expected);
    expect(gameweek.gameweek_number).toBe(gameweek.id);
    expect(Date.parse(gameweek.start_time ?? '')).toBeLessThan(Date.parse(gameweek.end_time ?? ''));
  });

  test('a gameweek without fixtures has neither start nor end', async () => {
    suite.feed.script.fixtures = suite.feed.script.fixtures.filter(({ event }) => event !== 3);
    const relay = await startRelay();
    await ready(relay);
    const { gameweeks } = await parsed(relay, '/fpl/bootstrap', football.bootstrap.data);
    expect(gameweeks[2]).toMatchObject({ start_time: null, end_time: null });
  });

  test('API-09 current gameweek; before the first deadline the next one', async () => {
    const relay = await startRelay();
    await ready(relay);
    const now = await parsed(relay, '/fpl/gameweek/current', football.currentGameweek.data);
    expect(now.gameweek).toMatchObject({ id: 2, is_current: true });
    for (const event of suite.feed.script.events)
      Object.assign(event, { is_current: false, is_next: event.id === 3 });
    await expect
      .poll(async () => (await get(relay, '/fpl/gameweek/current')).body.data.gameweek.id, {
        timeout: 10_000,
      })
      .toBe(3);
  });

  test('API-10 API-11 DATA-15 clubs, all fixtures, those of a gameweek', async () => {
    const relay = await startRelay();
    await ready(relay);
    expect((await parsed(relay, '/fpl/teams', football.teams.data)).teams).toHaveLength(4);
    const all = await parsed(relay, '/fpl/fixtures', football.fixtures.data);
    expect(all.fixtures).toHaveLength(6);
    expect(all.fixtures.find(({ id }) => id === 6)).toMatchObject({ event: null, kickoff_time: null });
    const some = await parsed(relay, '/fpl/fixtures/2', football.gameweekFixtures.data);
    expect(some.fixtures.map(({ id }) => id)).toEqual([2, 3, 4]);
    expect(some.fixtures[0]).toMatchObject({
      id: 2,
      event: 2,
      team_h: 1,
      team_a: 2,
      team_h_score: 1,
      team_a_score: 0,
      finished: false,
      kickoff_time: new Date(suite.feed.script.fixtures[1]?.kickoff_time ?? '').toISOString(),
    });
  });

  test('what is asked wrongly is 4xx and names the field', async () => {
    const relay = await startRelay();
    await ready(relay);
    for (const [path, status, field] of [
      ['/fpl/fixtures/x', 400, 'gameweek'],
      ['/fpl/fixtures/0', 400, 'gameweek'],
      ['/fpl/fixtures/-1', 400, 'gameweek'],
      ['/fpl/fixtures/2?fresh=1', 400, 'fresh'],
      ['/fpl/bootstrap?url=http://169.254.169.254', 400, 'url'],
      ['/fpl/fixtures/77', 404, undefined],
      ['/fpl/secrets', 404, undefined],
    ] as const) {
      const answer = await get(relay, path);
      expect([path, answer.status, answer.body.details?.[0]?.path]).toEqual([path, status, field]);
      expect(answer.body).toMatchObject({ success: false, error: expect.any(String) });
    }
  });

  test('answers compressed, br before gzip, and 304 while nothing changes', async () => {
    const relay = await startRelay();
    await ready(relay);
    const plain = await raw(relay, {});
    const br = await raw(relay, { 'accept-encoding': 'gzip, deflate, br' });
    const gzip = await raw(relay, { 'accept-encoding': 'gzip' });
    expect([plain.encoding, br.encoding, gzip.encoding]).toEqual([undefined, 'br', 'gzip']);
    const texts = [plain.body, brotliDecompressSync(br.body), gunzipSync(gzip.body)].map(String);
    expect(new Set(texts.map((text) => JSON.stringify(JSON.parse(text).data.players))).size).toBe(1);
    await polledAgain();
    const again = await raw(relay, { 'if-none-match': br.etag ?? '', 'accept-encoding': 'br' });
    expect([again.status, again.body.length, again.etag]).toEqual([304, 0, br.etag]);
    expect(again.vary).toMatch(/accept-encoding/i);
    (suite.feed.script.elements[0] as { now_cost: number }).now_cost = 99;
    await expect
      .poll(async () => (await raw(relay, { 'if-none-match': br.etag ?? '' })).status, { timeout: 10_000 })
      .toBe(200);
  });

  function raw(relay: Running, headers: Record<string, string>) {
    return new Promise<{ status?: number; encoding?: string; etag?: string; vary?: string; body: Buffer }>(
      (resolve, reject) => {
        httpRequest(`${relay.http.url}/api/fpl/bootstrap`, { headers }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            const { etag, vary, 'content-encoding': encoding } = response.headers;
            resolve({
              status: response.statusCode,
              encoding,
              etag,
              vary,
              body: Buffer.concat(chunks),
            } as never);
          });
        })
          .on('error', reject)
          .end();
      },
    );
  }

  test('before the first good snapshot: 503 with Retry-After, and alive', async () => {
    suite.feed.misbehave('/', FAULTS['a 503 page'] ?? null);
    const relay = await startRelay();
    for (const path of [
      '/fpl/bootstrap',
      '/fpl/gameweek/current',
      '/fpl/teams',
      '/fpl/fixtures',
      '/fpl/fixtures/1',
    ]) {
      const { status, headers, body } = await get(relay, path);
      expect([status, body.code]).toEqual([503, 'UPSTREAM_UNAVAILABLE']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await fetch(`${relay.http.url}/readyz`)).status).toBe(200);
    expect(await ask(relay.bus, wire.askBootstrap, {})).toBeNull();
    suite.feed.misbehave('/', null);
    await ready(relay);
  });

  test('without fixtures no season begins: its gameweeks would look empty', async () => {
    suite.feed.misbehave('/fixtures/', FAULTS['a 503 page'] ?? null);
    const relay = await startRelay();
    await polledAgain();
    expect((await get(relay, '/fpl/bootstrap')).status).toBe(503);
    suite.feed.misbehave('/fixtures/', null);
    await ready(relay);
  });
});

describe('points', () => {
  test('per fixture by its explain, BPS by the fixture itself in a double gameweek, managers left out', async () => {
    const relay = await startRelay();
    await liveSoon(relay);
    const live = await liveNow(relay);
    const of = (player: number, fixture: number) =>
      live?.scores.find((score) => score.player === player && score.fixture === fixture);
    expect(of(1, 2)).toMatchObject({ points: 1, minutes: 30, cards: 0, bps: 21, bonus: 0 });
    expect(of(1, 3)).toMatchObject({ points: 0, minutes: 0, bps: 0 });
    expect(of(2, 2)).toMatchObject({ points: 0, minutes: 30, cards: 1, bps: 7 });
    expect(live?.scores.some(({ player }) => player === 9)).toBe(false);
  });

  test('a goal arrives as an event, and the answer has the new points', async () => {
    const relay = await startRelay();
    await liveSoon(relay);
    const before = await liveNow(relay);
    suite.feed.script.live.set(2, runningLive(1));
    const isNews = () =>
      relay.heard.some(
        ({ subject, version }) => subject === 'fpl.live.changed' && version > (before?.version ?? 0),
      );
    await expect.poll(isNews, { timeout: 10_000 }).toBe(true);
    const after = await liveNow(relay);
    expect(after?.version).toBe((before?.version ?? 0) + 1);
    expect(after?.scores.find(({ player, fixture }) => player === 1 && fixture === 2)?.points).toBe(5);
  });

  test('points may go down again', async () => {
    suite.feed.script.live.set(2, runningLive(2));
    const relay = await startRelay();
    await liveSoon(relay);
    suite.feed.script.live.set(2, runningLive(1));
    const pointsNow = async () => (await liveNow(relay))?.scores.find(({ player }) => player === 1)?.points;
    await expect.poll(pointsNow, { timeout: 10_000 }).toBe(5);
  });

  test('an explanation that is not the total is counted, once per change', async () => {
    const wrong = runningLive(1);
    (wrong.elements[0] as { stats: { total_points: number } }).stats.total_points = 11;
    suite.feed.script.live.set(2, wrong);
    const relay = await startRelay();
    await liveSoon(relay);
    await polledAgain();
    expect(await relay.metrics.text()).toMatch(/feed_points_mismatches_total\{[^}]*\} 1\n/);
  });

  test('live is asked for of gameweeks that run, not of checked or coming ones', async () => {
    const relay = await startRelay();
    await liveSoon(relay);
    await pastIsKnown(relay);
    suite.feed.asked();
    const lives = new Set<string>();
    const looks = () => {
      const paths = suite.feed.asked().filter((path) => path.includes('/live/'));
      for (const path of paths) lives.add(path);
      return paths.length;
    };
    await expect.poll(looks, { timeout: 10_000, interval: 500 }).toBeGreaterThanOrEqual(2);
    expect([...lives]).toEqual(['/api/event/2/live/']);
    expect(await liveNow(relay, 3)).toBeNull();
  });

  test('gameweeks that were checked before the relay came are read once each, without an event', async () => {
    addCheckedGameweek();
    const relay = await startRelay();
    await liveSoon(relay);
    await pastIsKnown(relay);
    await polledAgain();
    const times = [1, 4].map((gameweek) => suite.feed.timesAsked(`/api/event/${gameweek}/live/`));
    expect(times).toEqual([1, 1]);
    expect(relay.heard.filter(({ gameweek }) => gameweek !== undefined && gameweek !== 2)).toEqual([]);
  });

  test('a past gameweek that the feed does not give holds up neither the others nor the polling', async () => {
    addCheckedGameweek();
    suite.feed.misbehave('/event/4/live/', FAULTS['an empty list'] ?? null);
    const relay = await startRelay();
    await expect.poll(() => liveNow(relay, 1).catch(() => null), { timeout: 10_000 }).not.toBeNull();
    suite.feed.script.live.set(2, runningLive(1));
    const points = async () => (await liveNow(relay))?.scores.find(({ player }) => player === 1)?.points;
    await expect.poll(points, { timeout: 10_000 }).toBe(5);
    suite.feed.misbehave('/event/4/live/', null);
    await expect.poll(() => liveNow(relay, 4).catch(() => null), { timeout: 10_000 }).not.toBeNull();
  });

  /** Gameweek 4 stands for another one of the past: checked, with a match of its own. */
  function addCheckedGameweek() {
    const { script } = suite.feed;
    const [event, fixture] = [script.events[0], script.fixtures[0]];
    script.events.push({ ...event, id: 4, name: 'Gameweek 4' });
    script.fixtures.push({ ...fixture!, id: 44, code: 5044, event: 4 });
    script.live.set(4, { elements: [liveOf(1, 2, [[44, 'minutes', 90, 2]])] });
  }

  test('a gameweek is shown as checked only after its points were read again', async () => {
    const relay = await startRelay();
    await liveSoon(relay);
    suite.feed.misbehave('/live/', FAULTS['an empty list'] ?? null);
    suite.feed.script.live.set(2, runningLive(3));
    Object.assign(suite.feed.script.events[1] as object, { finished: true, data_checked: true });
    await polledAgain();
    const checked = async () => (await ask(relay.bus, wire.askBootstrap, {}))?.gameweeks[1]?.data_checked;
    expect(await checked()).toBe(false);
    suite.feed.misbehave('/live/', null);
    await expect.poll(checked, { timeout: 10_000 }).toBe(true);
    const live = await liveNow(relay);
    expect(live?.scores.find(({ player }) => player === 1)?.points).toBe(13);
  });
});

describe('changes of the feed', () => {
  test('make one event each, with growing versions; an unchanged feed makes none', async () => {
    const relay = await startRelay();
    await liveSoon(relay);
    const subjects = () => new Set(relay.heard.map(({ subject }) => subject)).size;
    await expect.poll(subjects, { timeout: 10_000 }).toBe(3);
    await polledAgain();
    const quiet = relay.heard.length;
    await polledAgain();
    expect(relay.heard.length).toBe(quiet);
    const versions = () =>
      relay.heard.filter(({ subject }) => subject === 'fpl.fixtures.changed').map(({ version }) => version);
    const last = versions().at(-1) ?? 0;
    Object.assign(suite.feed.script.fixtures[1] as object, { team_h_score: 2, minutes: 31 });
    await expect.poll(() => versions().at(-1), { timeout: 10_000 }).toBe(last + 1);
  });

  test('a moved kick-off moves the gameweek too', async () => {
    const relay = await startRelay();
    await ready(relay);
    const later = new Date(Date.now() + 200 * 3_600_000).toISOString();
    Object.assign(suite.feed.script.fixtures[4] as object, { kickoff_time: later });
    const startOf = async () => (await ask(relay.bus, wire.askBootstrap, {}))?.gameweeks[2]?.start_time;
    await expect.poll(startOf, { timeout: 10_000 }).toBe(later);
    const { fixtures } = await parsed(relay, '/fpl/fixtures/3', football.gameweekFixtures.data);
    expect(fixtures[0]?.kickoff_time).toBe(later);
  });

  test('events wait in the outbox while NATS is down', async () => {
    const relay = await startRelay();
    await liveSoon(relay);
    await suite.nats.down();
    suite.feed.script.live.set(2, runningLive(1));
    const waiting = async () => (await relay.db('outbox').where({ subject: 'fpl.live.changed' })).length;
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
    expect((await get(relay, '/fpl/bootstrap')).status).toBe(200);
    const before = relay.heard.length;
    await suite.nats.up();
    await expect.poll(() => relay.heard.length, { timeout: 15_000 }).toBeGreaterThan(before);
    await expect.poll(waiting, { timeout: 10_000 }).toBe(0);
  });
});

describe('a feed that misbehaves', () => {
  test.each(Object.keys(FAULTS))('%s never replaces a good snapshot and is no 5xx', async (name) => {
    const relay = await startRelay();
    await liveSoon(relay);
    await polledAgain();
    const paths = [
      '/fpl/bootstrap',
      '/fpl/gameweek/current',
      '/fpl/teams',
      '/fpl/fixtures',
      '/fpl/fixtures/2',
    ];
    const contents = async () =>
      Promise.all(
        paths.map(async (path) => ({ ...(await get(relay, path)).body.data, updated_at: '', stale: false })),
      );
    const before = {
      http: await contents(),
      live: (await liveNow(relay))?.scores,
      heard: relay.heard.length,
    };
    suite.feed.misbehave('/', FAULTS[name] ?? null);
    suite.feed.asked();
    // A whole round of faults: the relay has tried again after having failed.
    await expect.poll(() => suite.feed.asked().length > 0, { timeout: 10_000 }).toBe(true);
    await expect.poll(() => faultsOf(relay), { timeout: 10_000 }).toBeGreaterThanOrEqual(2);
    const after = { http: await contents(), live: (await liveNow(relay))?.scores, heard: relay.heard.length };
    expect(after).toEqual(before);
    suite.feed.misbehave('/', null);
    suite.feed.script.live.set(2, runningLive(1));
    const points = async () => (await liveNow(relay))?.scores.find(({ player }) => player === 1)?.points;
    await expect.poll(points, { timeout: 15_000 }).toBe(5);
  });

  async function faultsOf(relay: Running): Promise<number> {
    const lines = (await relay.metrics.text())
      .split('\n')
      .filter((line) => line.startsWith('feed_faults_total{'));
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  }

  test('in one answer only, the others go on', async () => {
    const relay = await startRelay();
    await liveSoon(relay);
    suite.feed.misbehave('/live/', FAULTS['an empty list'] ?? null);
    (suite.feed.script.elements[0] as { now_cost: number }).now_cost = 60;
    const price = async () => (await ask(relay.bus, wire.askBootstrap, {}))?.players[0]?.price;
    await expect.poll(price, { timeout: 10_000 }).toBe(6);
    expect((await liveNow(relay))?.scores.length).toBeGreaterThan(0);
  });

  test('after a restart the last good snapshot is served without the feed, and its age is told', async () => {
    const first = await startRelay();
    await liveSoon(first);
    const before = (await get(first, '/fpl/bootstrap')).body.data;
    await first.stop();
    await first.db.destroy();
    const aside = suite.openDatabase();
    await aside('snapshots').update({ fetched_at: new Date(Date.now() - 3_600_000) });
    await aside.destroy();
    const second = await startRelay('http://127.0.0.1:9/');
    const { status, body } = await get(second, '/fpl/bootstrap');
    expect(status).toBe(200);
    expect(body.data.players).toEqual(before.players);
    expect(body.data.stale).toBe(true);
    expect(Date.now() - Date.parse(body.data.updated_at)).toBeGreaterThan(3_500_000);
    await expect.poll(() => liveNow(second).catch(() => null), { timeout: 10_000 }).not.toBeNull();
  });
});

describe('replicas', () => {
  test('one asks the feed, the other serves the same and takes over', async () => {
    const first = await startRelay();
    await liveSoon(first);
    const second = await startRelay();
    await ready(second);
    suite.feed.script.live.set(2, runningLive(1));
    (suite.feed.script.elements[0] as { now_cost: number }).now_cost = 70;
    const price = async () => (await get(second, '/fpl/bootstrap')).body.data.players[0].price;
    await expect.poll(price, { timeout: 10_000 }).toBe(7);
    await first.stop();
    (suite.feed.script.elements[0] as { now_cost: number }).now_cost = 80;
    await expect.poll(price, { timeout: 10_000 }).toBe(8);
  });
});

describe('an answer', () => {
  test('is never older than the event that told of it, whichever replica gives it', async () => {
    const [first, second] = [await startRelay(), await startRelay()];
    await liveSoon(first);
    await ready(second);
    const versionAt = async (relay: Running) => {
      const { headers } = await get(relay, '/fpl/fixtures');
      return Number(/\.(\d+)"$/.exec(headers.get('etag') ?? '')?.[1]);
    };
    const answered: { told: number; given: number[] }[] = [];
    subscribe(first.bus, wire.fixturesChanged, { durable: 'reader' }, async ({ version }) => {
      answered.push({ told: version, given: await Promise.all([first, second].map(versionAt)) });
    });
    for (let score = 11; score <= 15; score++) {
      Object.assign(suite.feed.script.fixtures[1] as object, { team_h_score: score });
      const before = answered.length;
      await expect.poll(() => answered.length, { timeout: 10_000, interval: 5 }).toBeGreaterThan(before);
    }
    for (const { told, given } of answered)
      for (const version of given) expect(version).toBeGreaterThanOrEqual(told);
  });

  test('comes from memory while Postgres is away', async () => {
    const relay = await startRelay();
    await liveSoon(relay);
    await relay.db.destroy();
    expect((await get(relay, '/fpl/bootstrap')).status).toBe(200);
  });
});

describe('a new season', () => {
  test('is not begun by a flag of the first gameweek that flips', async () => {
    const relay = await startRelay();
    await liveSoon(relay);
    const { season } = (await get(relay, '/fpl/bootstrap')).body.data;
    Object.assign(suite.feed.script.events[0] as object, { finished: false, data_checked: false });
    const now = async () => (await get(relay, '/fpl/bootstrap')).body.data;
    await expect.poll(async () => (await now()).gameweeks[0].finished, { timeout: 10_000 }).toBe(false);
    expect((await now()).season).toBe(season);
    expect(await liveNow(relay)).not.toBeNull();
  });

  test('is keyed anew, also in the same year, once gameweeks and fixtures agree', async () => {
    const relay = await startRelay();
    await liveSoon(relay);
    const before = (await get(relay, '/fpl/bootstrap')).body.data.season as string;
    const next = buildScript(Date.now() + 300 * 3_600_000);
    for (const event of next.events)
      Object.assign(event, {
        finished: false,
        data_checked: false,
        is_current: false,
        is_next: event.id === 1,
      });
    for (const fixture of next.fixtures)
      Object.assign(fixture, {
        code: fixture.id + 9000,
        started: false,
        finished: false,
        finished_provisional: false,
        stats: [],
      });
    // The feed changes one answer after the other: nothing may be mixed.
    suite.feed.script.events = next.events;
    await polledAgain();
    expect((await get(relay, '/fpl/bootstrap')).body.data.season).toBe(before);
    suite.feed.script.fixtures = next.fixtures;
    const season = async () => (await get(relay, '/fpl/bootstrap')).body.data.season;
    await expect.poll(season, { timeout: 10_000 }).not.toBe(before);
    expect(await liveNow(relay)).toBeNull();
    expect((await ask(relay.bus, wire.askFixtures, {}))?.version).toBe(1);
  });
});
