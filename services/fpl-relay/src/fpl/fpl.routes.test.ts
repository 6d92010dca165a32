import { request as httpRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import * as wire from '@touchline/api/events/fpl-relay';
import * as football from '@touchline/api/http/fpl';
import * as dependencies from '@touchline/local-stack/testing';
import { request } from '@touchline/service-kit/messaging/request';
import { describe, expect, test } from 'vitest';
import { get, getData, type RunningRelay, relaySuite, waitUntilReady } from '../testing/relay-suite.ts';
import { FAULTS } from '../testing/scripted-feed.ts';
import { waitForPolls } from '../testing/waits.ts';

const suite = relaySuite(dependencies);
const { startRelay } = suite;

describe('fpl routes', () => {
  test('API-08 DATA-03 bootstrap returns players without managers, clubs, gameweeks and prices in millions', async () => {
    const relay = await startRelay();
    await waitUntilReady(relay);
    const data = await getData(relay, '/fpl/bootstrap', football.bootstrap.data);
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

  test('bootstrap returns a gameweek from its first kick-off to the tail after its last one', async () => {
    const relay = await startRelay();
    await waitUntilReady(relay);
    const { gameweeks } = await getData(relay, '/fpl/bootstrap', football.bootstrap.data);
    const kickoff = (id: number) =>
      Date.parse(suite.feed.script.fixtures.find((one) => one.id === id)?.kickoff_time ?? '');
    expect(Date.parse(gameweeks[1]?.start_time ?? '')).toBe(kickoff(2));
    expect(Date.parse(gameweeks[1]?.end_time ?? '')).toBe(kickoff(4) + 150 * 60_000);
  });

  test('DATA-02 bootstrap returns the fields of gameweeks and clubs, and the current gameweek its number and times', async () => {
    const relay = await startRelay();
    await waitUntilReady(relay);
    const { gameweeks, teams } = await getData(relay, '/fpl/bootstrap', football.bootstrap.data);
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
    const { gameweek } = await getData(relay, '/fpl/gameweek/current', football.currentGameweek.data);
    const expected = gameweeks.find((one) => one.is_current);
    expect(gameweek).toEqual(expected);
    expect(gameweek.gameweek_number).toBe(gameweek.id);
    expect(Date.parse(gameweek.start_time ?? '')).toBeLessThan(Date.parse(gameweek.end_time ?? ''));
  });

  test('bootstrap returns no start and end for a gameweek without fixtures', async () => {
    suite.feed.script.fixtures = suite.feed.script.fixtures.filter(({ event }) => event !== 3);
    const relay = await startRelay();
    await waitUntilReady(relay);
    const { gameweeks } = await getData(relay, '/fpl/bootstrap', football.bootstrap.data);
    expect(gameweeks[2]).toMatchObject({ start_time: null, end_time: null });
  });

  test('API-09 current gameweek returns the next gameweek before the first deadline', async () => {
    const relay = await startRelay();
    await waitUntilReady(relay);
    const now = await getData(relay, '/fpl/gameweek/current', football.currentGameweek.data);
    expect(now.gameweek).toMatchObject({ id: 2, is_current: true });
    for (const event of suite.feed.script.events)
      Object.assign(event, { is_current: false, is_next: event.id === 3 });
    await expect.poll(async () => (await get(relay, '/fpl/gameweek/current')).body.data.gameweek.id).toBe(3);
  });

  test('API-10 API-11 DATA-15 routes return clubs, all fixtures and the fixtures of a gameweek', async () => {
    const relay = await startRelay();
    await waitUntilReady(relay);
    expect((await getData(relay, '/fpl/teams', football.teams.data)).teams).toHaveLength(4);
    const all = await getData(relay, '/fpl/fixtures', football.fixtures.data);
    expect(all.fixtures).toHaveLength(6);
    expect(all.fixtures.find(({ id }) => id === 6)).toMatchObject({ event: null, kickoff_time: null });
    const ofGameweek = await getData(relay, '/fpl/fixtures/2', football.gameweekFixtures.data);
    expect(ofGameweek.fixtures.map(({ id }) => id)).toEqual([2, 3, 4]);
    expect(ofGameweek.fixtures[0]).toMatchObject({
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

  test('invalid requests return 4xx and name the field', async () => {
    const relay = await startRelay();
    await waitUntilReady(relay);
    for (const [path, status, field] of [
      ['/fpl/fixtures/x', 400, 'gameweek'],
      ['/fpl/fixtures/0', 400, 'gameweek'],
      ['/fpl/fixtures/-1', 400, 'gameweek'],
      ['/fpl/fixtures/2?fresh=1', 400, 'fresh'],
      ['/fpl/bootstrap?url=http://169.254.169.254', 400, 'url'],
      ['/fpl/fixtures/77', 404, undefined],
      ['/fpl/secrets', 404, undefined],
    ] as const) {
      const response = await get(relay, path);
      expect([path, response.status, response.body.details?.[0]?.path]).toEqual([path, status, field]);
      expect(response.body).toMatchObject({ success: false, error: expect.any(String) });
    }
  });

  test('responses are compressed with br or gzip, and return 304 while nothing changes', async () => {
    const relay = await startRelay();
    await waitUntilReady(relay);
    const plain = await raw(relay, {});
    const br = await raw(relay, { 'accept-encoding': 'gzip, deflate, br' });
    const gzip = await raw(relay, { 'accept-encoding': 'gzip' });
    expect([plain.encoding, br.encoding, gzip.encoding]).toEqual([undefined, 'br', 'gzip']);
    const texts = [plain.body, brotliDecompressSync(br.body), gunzipSync(gzip.body)].map(String);
    expect(new Set(texts.map((text) => JSON.stringify(JSON.parse(text).data.players))).size).toBe(1);
    await waitForPolls(suite.feed);
    const again = await raw(relay, { 'if-none-match': br.etag ?? '', 'accept-encoding': 'br' });
    expect([again.status, again.body.length, again.etag]).toEqual([304, 0, br.etag]);
    expect(again.vary).toMatch(/accept-encoding/i);
    (suite.feed.script.elements[0] as { now_cost: number }).now_cost = 99;
    await expect.poll(async () => (await raw(relay, { 'if-none-match': br.etag ?? '' })).status).toBe(200);
  });

  function raw(relay: RunningRelay, headers: Record<string, string>) {
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

  test('routes return 503 with Retry-After before the first valid snapshot, and the service is ready', async () => {
    suite.feed.fail('/', FAULTS['a 503 page'] ?? null);
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
      expect(body.error).toBe('Football data isn’t available yet. Try again soon.');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await fetch(`${relay.http.url}/readyz`)).status).toBe(200);
    expect(await request(relay.bus, wire.bootstrapRequest, {})).toBeNull();
    suite.feed.fail('/', null);
    await waitUntilReady(relay);
  });

  test('the calendar of deadlines is unchanged until the bootstrap changes', async () => {
    const first = await startRelay();
    await waitUntilReady(first);
    await first.stop();
    const separateDb = suite.openDatabase();
    await separateDb('snapshots').update({ changed_at: new Date('2026-08-01T10:00:00Z') });
    await separateDb.destroy();
    const relay = await startRelay();
    await waitForPolls(suite.feed);
    const readStamps = async () => {
      const text = await (await fetch(`${relay.http.url}/api/fpl/deadlines.ics`)).text();
      return [...new Set(text.match(/(?<=DTSTAMP:)\w+/g))];
    };
    expect(await readStamps()).toEqual(['20260801T100000Z']);
    const later = new Date(Date.now() + 161 * 3_600_000).toISOString();
    Object.assign(suite.feed.script.events[2] as object, { deadline_time: later });
    await expect.poll(readStamps).not.toEqual(['20260801T100000Z']);
  });

  test.each([
    ['without a key that the endpoint does not declare', { pulse_id: 'undeclared' }],
    ['although an earlier release stored no value of a declared key', { team_h_difficulty: undefined }],
  ])('stored fixtures are returned %s', async (_how, change) => {
    const first = await startRelay();
    await waitUntilReady(first);
    await first.stop();
    const separateDb = suite.openDatabase();
    const stored = () => separateDb('snapshots').where({ resource: 'fixtures' });
    const fixtures = JSON.parse((await stored().first()).content);
    const content = JSON.stringify(fixtures.map((one: object) => ({ ...one, ...change })));
    await stored().update({ content });
    await separateDb.destroy();
    const relay = await startRelay();
    for (const path of ['/fpl/fixtures', '/fpl/fixtures/2']) {
      const { status, body } = await get(relay, path);
      expect([path, status, body.data.fixtures.length > 0]).toEqual([path, 200, true]);
      expect(JSON.stringify(body)).not.toContain('undeclared');
    }
  });

  test('a season does not start without fixtures', async () => {
    suite.feed.fail('/fixtures/', FAULTS['a 503 page'] ?? null);
    const relay = await startRelay();
    await waitForPolls(suite.feed);
    expect((await get(relay, '/fpl/bootstrap')).status).toBe(503);
    suite.feed.fail('/fixtures/', null);
    await waitUntilReady(relay);
  });
});
