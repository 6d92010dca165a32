import { describe, expect, test } from 'vitest';
import { buildLive, buildScript } from '../testing/feed-script.ts';
import { hasRecordedResponses, readRecordedResponses } from '../testing/recorded-responses.ts';
import type { FeedClient } from './feed.client.ts';
import { createFeed } from './feed.ts';

const signal = new AbortController().signal;

/** Creates a feed that returns this body for every request. */
function createTestFeed(body: unknown) {
  const client: FeedClient = {
    get: async () => ({ text: JSON.stringify(body), accept: () => {} }),
    close: async () => {},
  };
  return createFeed(client);
}

const script = () => buildScript(Date.UTC(2026, 8, 1));

describe('N3 feed rejects numbers outside their bounds', () => {
  test.each([
    ['rejects a price of zero', { now_cost: 0 }],
    ['rejects a negative price', { now_cost: -45 }],
    ['rejects a price above any budget', { now_cost: 1_001 }],
    ['rejects a code that exceeds the database column', { code: 2 ** 31 }],
    ['rejects a season total of 12,000 points', { total_points: 12_000 }],
    ['rejects a form of 1e300', { form: '1e300' }],
  ])('%s', async (_name, change) => {
    const body = script();
    Object.assign(body.elements[0] as object, change);
    await expect(createTestFeed(body).bootstrap(signal)).rejects.toMatchObject({ fault: 'shape' });
  });

  test.each([
    ['rejects 12,000 points for a goal', [[1, 'goals_scored', 1, 12_000]]],
    ['rejects a sum above the maximum of a match', [...Array(4)].map(() => [1, 'bonus', 3, 40])],
    ['rejects a match of 1,000 minutes', [[1, 'minutes', 1_000, 2]]],
    ['rejects a negative minute', [[1, 'minutes', -1, 0]]],
    ['rejects a bonus of 4', [[1, 'bonus', 4, 4]]],
  ])('%s', async (_name, lines) => {
    const body = { elements: [buildLive(1, 2, lines as Parameters<typeof buildLive>[2])] };
    await expect(createTestFeed(body).live(1, signal)).rejects.toMatchObject({ fault: 'shape' });
  });

  test('the feed rejects a duplicate player or match', async () => {
    const one = buildLive(1, 2, [[1, 'minutes', 90, 2]]);
    await expect(createTestFeed({ elements: [one, one] }).live(1, signal)).rejects.toMatchObject({
      fault: 'shape',
    });
    const twice = { ...one, explain: [...one.explain, ...one.explain] };
    await expect(createTestFeed({ elements: [twice] }).live(1, signal)).rejects.toMatchObject({
      fault: 'shape',
    });
  });

  test('the feed rejects a fixture in gameweek 61 or with 100 goals', async () => {
    for (const change of [{ event: 61 }, { team_h_score: 100 }]) {
      const { fixtures } = script();
      Object.assign(fixtures[0] as object, change);
      await expect(createTestFeed(fixtures).fixtures(signal)).rejects.toMatchObject({ fault: 'shape' });
    }
  });
});

describe.runIf(hasRecordedResponses)('recorded responses of the FPL API', () => {
  test.each(['2022-08', '2024-04', '2025-pre', '2025-end', '2026-pre', '2026-live', '2026-gw1'])(
    '%s is within all bounds',
    async (snapshot) => {
      const { events, teams, elements, fixtures, live } = readRecordedResponses(snapshot);
      const { players } = await createTestFeed({ events, teams, elements }).bootstrap(signal);
      expect(players.length).toBeGreaterThan(400);
      expect(await createTestFeed(fixtures).fixtures(signal)).toHaveLength(380);
      for (const body of live.values()) await createTestFeed(body).live(1, signal);
    },
  );
});

describe.runIf(hasRecordedResponses)('points before the first deadline', () => {
  test.each([
    ['2026-pre', 0],
    ['2026-live', 15],
  ])('%s: total points exclude the previous season', async (snapshot, max) => {
    const { events, teams, elements } = readRecordedResponses(snapshot);
    const { players } = await createTestFeed({ events, teams, elements }).bootstrap(signal);
    expect(Math.max(...players.map(({ total_points }) => total_points))).toBe(max);
  });
});

test('a player with status u cannot be selected in a bootstrap without can_select', async () => {
  const body = script();
  const [available, left, overridden] = body.elements;
  for (const element of body.elements) delete element.can_select;
  Object.assign(left as object, { status: 'u' });
  Object.assign(overridden as object, { status: 'u', can_select: true });
  const { players } = await createTestFeed(body).bootstrap(signal);
  const selectable = (id: unknown) => players.find((player) => player.id === id)?.can_select;
  expect([available?.id, left?.id, overridden?.id].map(selectable)).toEqual([true, false, true]);
});
