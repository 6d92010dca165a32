import * as football from '@touchline/api/http/fpl';
import * as dependencies from '@touchline/local-stack/testing';
import { describe, expect, test } from 'vitest';
import { buildRunningLive } from '../testing/feed-script.ts';
import {
  get,
  getConditional,
  getData,
  type RunningRelay,
  relaySuite,
  waitUntilReady,
} from '../testing/relay-suite.ts';

const suite = relaySuite(dependencies);

/** Starts a relay with four players: goalkeeper Ødegaard (ARS), defender Sánchez (BHA), midfielder Gündoğan (CHE), forward O'Neil (EVE). */
async function startWithPlayers(): Promise<RunningRelay> {
  const elements = suite.feed.script.elements;
  Object.assign(elements[0]!, { web_name: 'Ødegaard', first_name: 'Martin', total_points: 30, form: '1.0' });
  Object.assign(elements[1]!, { web_name: 'Sánchez', first_name: 'Alexis', total_points: 20, form: '2.0' });
  Object.assign(elements[2]!, { web_name: 'Gündoğan', first_name: 'İlkay', total_points: 20, form: '9.0' });
  Object.assign(elements[3]!, { web_name: "O'Neil", first_name: 'Saša', total_points: -2, form: '0.0' });
  const relay = await suite.startRelay();
  await waitUntilReady(relay);
  return relay;
}

const findIds = async (relay: RunningRelay, query: string) => {
  const { players, total } = await getData(relay, `/fpl/players${query}`, football.players.data);
  return { ids: players.map(({ id }) => id), total };
};

describe('player list', () => {
  test('API-10 player list supports every filter, sort and limit', async () => {
    const relay = await startWithPlayers();
    for (const [query, found, total = found.length] of [
      ['', [1, 2, 3, 4]],
      ['?position=DEF', [2]],
      ['?club=3', [3]],
      ['?club=bha', [2]],
      ['?club=XYZ', []],
      ['?search=odeg', [1]],
      ['?search=SANCHEZ', [2]],
      ['?search=gundogan', [3]],
      ['?search=G%C3%BCndo%C4%9Fan', [3]],
      ['?search=ilkay', [3]],
      ["?search=o'neil", [4]],
      ['?search=sasa', [4]],
      ['?search=%25', []],
      ["?search='%20or%201=1--", []],
      ['?min_price=4.7&max_price=4.8', [2, 3]],
      ['?max_price=4', []],
      ['?min_price=4.9&max_price=4.6', []],
      ['?sort_order=asc', [4, 2, 3, 1]],
      ['?sort_by=form', [3, 2, 1, 4]],
      ['?sort_by=price&sort_order=ASC', [1, 2, 3, 4]],
      ['?sort_by=name&sort_order=asc', [3, 4, 1, 2]],
      ['?limit=2', [1, 2], 4],
      ['?position=MID&club=CHE&search=gun&min_price=4&max_price=5&limit=1', [3]],
    ] as [string, number[], number?][])
      expect([query, await findIds(relay, query)]).toEqual([query, { ids: found, total }]);
  });

  test('player list returns 400 and names the field of an invalid query', async () => {
    const relay = await startWithPlayers();
    for (const [query, field] of [
      ['position=goalkeeper', 'position'],
      ['min_price=cheap', 'min_price'],
      ['max_price=-1', 'max_price'],
      ['sort_by=(select pg_sleep(5))', 'sort_by'],
      ['sort_order=desc;drop', 'sort_order'],
      ['limit=101', 'limit'],
      ['limit=0', 'limit'],
      ['limit=1&limit=9999', 'limit'],
      [`search=${'a'.repeat(65)}`, 'search'],
      ['colour=red', 'colour'],
    ]) {
      const { status, body } = await get(relay, `/fpl/players?${query}`);
      expect([query, status, body.code, body.details?.[0]?.path]).toEqual([
        query,
        400,
        'VALIDATION_FAILED',
        field,
      ]);
    }
  });

  test('player list returns 304 until the feed changes', async () => {
    const relay = await startWithPlayers();
    const path = '/fpl/players?search=gun';
    const etag = (await get(relay, path)).headers.get('etag') ?? '';
    expect((await getConditional(relay, path, etag)).status).toBe(304);
    Object.assign(suite.feed.script.elements[2]!, { now_cost: 90 });
    await expect.poll(async () => (await getConditional(relay, path, etag)).text).toContain('"price":9,');
  });
});

describe('player details', () => {
  const getDetails = (relay: RunningRelay, id: number) =>
    getData(relay, `/fpl/players/${id}`, football.playerDetails.data);

  test('API-10 player details contain upcoming matches and their difficulty', async () => {
    const relay = await startWithPlayers();
    const { player, fixtures } = await getDetails(relay, 2);
    expect(player).toMatchObject({ id: 2, web_name: 'Sánchez', team: 2 });
    expect(fixtures).toEqual([
      {
        fixture: 3,
        event: 2,
        kickoff_time: expect.any(String),
        opponent: 'ARS',
        home: true,
        difficulty: 2,
      },
      { fixture: 6, event: null, kickoff_time: null, opponent: 'EVE', home: false, difficulty: 4 },
    ]);
  });

  test('player details contain the points of past and running gameweeks', async () => {
    const relay = await startWithPlayers();
    const gameweeks = async () => (await getDetails(relay, 1)).gameweeks;
    await expect.poll(gameweeks).toEqual([
      { gameweek: 1, points: 6, minutes: 90 },
      { gameweek: 2, points: 1, minutes: 30 },
    ]);
    suite.feed.script.live.set(2, buildRunningLive(1));
    await expect.poll(async () => (await gameweeks())[1]).toEqual({ gameweek: 2, points: 5, minutes: 30 });
  });

  test('player details return 404 for an unknown player and 400 for an invalid id', async () => {
    const relay = await startWithPlayers();
    for (const [id, status, code] of [
      ['77', 404, 'NOT_FOUND'],
      ['9', 404, 'NOT_FOUND'],
      ['0', 404, 'NOT_FOUND'],
      ['-1', 400, 'VALIDATION_FAILED'],
      ['..%2f..%2fetc', 400, 'VALIDATION_FAILED'],
      ['1e3', 400, 'VALIDATION_FAILED'],
    ]) {
      const response = await get(relay, `/fpl/players/${id}`);
      expect([id, response.status, response.body.code]).toEqual([id, status, code]);
    }
  });
});
