import { describe, expect, test } from 'vitest';
import { buildScript, liveOf } from '../testing/feed-script.ts';
import { hasRecordedAnswers, recordedAnswers } from '../testing/recorded-answers.ts';
import type { FeedClient } from './feed.client.ts';
import { createFeed } from './feed.ts';

const signal = new AbortController().signal;

/** A feed that gives this answer to every request. */
function feedOf(answer: unknown) {
  const client: FeedClient = {
    get: async () => ({ text: JSON.stringify(answer), accept: () => {} }),
    forget: () => {},
    close: async () => {},
  };
  return createFeed(client);
}

const script = () => buildScript(Date.UTC(2026, 8, 1));

describe('N3 a number outside its bounds makes the answer malformed', () => {
  test.each([
    ['a price of nothing', { now_cost: 0 }],
    ['a negative price', { now_cost: -45 }],
    ['a price beyond any budget', { now_cost: 1_001 }],
    ['a code that no database column holds', { code: 2 ** 31 }],
    ['a season of 12,000 points', { total_points: 12_000 }],
    ['a form of 1e300', { form: '1e300' }],
  ])('%s', async (_name, change) => {
    const answer = script();
    Object.assign(answer.elements[0] as object, change);
    await expect(feedOf(answer).bootstrap(signal)).rejects.toMatchObject({ fault: 'shape' });
  });

  test.each([
    ['12,000 points for a goal', [[1, 'goals_scored', 1, 12_000]]],
    ['many lines that add up to more than a match brings', [...Array(4)].map(() => [1, 'bonus', 3, 40])],
    ['a match of 1,000 minutes', [[1, 'minutes', 1_000, 2]]],
    ['minus one minute', [[1, 'minutes', -1, 0]]],
    ['a bonus of 4', [[1, 'bonus', 4, 4]]],
  ])('%s', async (_name, lines) => {
    const answer = { elements: [liveOf(1, 2, lines as Parameters<typeof liveOf>[2])] };
    await expect(feedOf(answer).live(1, signal)).rejects.toMatchObject({ fault: 'shape' });
  });

  test('a player or a match listed twice', async () => {
    const one = liveOf(1, 2, [[1, 'minutes', 90, 2]]);
    await expect(feedOf({ elements: [one, one] }).live(1, signal)).rejects.toMatchObject({ fault: 'shape' });
    const twice = { ...one, explain: [...one.explain, ...one.explain] };
    await expect(feedOf({ elements: [twice] }).live(1, signal)).rejects.toMatchObject({ fault: 'shape' });
  });

  test('a fixture in gameweek 61, or with 100 goals', async () => {
    for (const change of [{ event: 61 }, { team_h_score: 100 }]) {
      const { fixtures } = script();
      Object.assign(fixtures[0] as object, change);
      await expect(feedOf(fixtures).fixtures(signal)).rejects.toMatchObject({ fault: 'shape' });
    }
  });
});

describe.runIf(hasRecordedAnswers)('the recorded answers of the FPL API', () => {
  test.each(['2022-08', '2024-04', '2025-pre', '2025-end', '2026-pre', '2026-live', '2026-gw1'])(
    '%s is within the bounds',
    async (moment) => {
      const { events, teams, elements, fixtures, live } = recordedAnswers(moment);
      const { players } = await feedOf({ events, teams, elements }).bootstrap(signal);
      expect(players.length).toBeGreaterThan(400);
      expect(await feedOf(fixtures).fixtures(signal)).toHaveLength(380);
      for (const answer of live.values()) await feedOf(answer).live(1, signal);
    },
  );
});

describe.runIf(hasRecordedAnswers)('points before the first deadline', () => {
  test.each([
    ['2026-pre', 0],
    ['2026-live', 15],
  ])('%s: nobody has points of the season before', async (moment, most) => {
    const { events, teams, elements } = recordedAnswers(moment);
    const { players } = await feedOf({ events, teams, elements }).bootstrap(signal);
    expect(Math.max(...players.map(({ total_points }) => total_points))).toBe(most);
  });
});

test('a player with status u cannot be selected, also in a bootstrap without can_select', async () => {
  const answer = script();
  const [here, left, kept] = answer.elements;
  for (const element of answer.elements) delete element.can_select;
  Object.assign(left as object, { status: 'u' });
  Object.assign(kept as object, { status: 'u', can_select: true });
  const { players } = await feedOf(answer).bootstrap(signal);
  const selectable = (id: unknown) => players.find((player) => player.id === id)?.can_select;
  expect([here?.id, left?.id, kept?.id].map(selectable)).toEqual([true, false, true]);
});
