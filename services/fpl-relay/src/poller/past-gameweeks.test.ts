import * as dependencies from '@touchline/local-stack/testing';
import { expect, test } from 'vitest';
import { buildLive, buildScript } from '../testing/feed-script.ts';
import { relaySuite } from '../testing/relay-suite.ts';
import { buildOtherSeason, serve } from '../testing/seasons.ts';
import { readPastGameweek } from './past-gameweeks.ts';
import { NOTHING_PROPOSED, poll } from './poll.ts';

const suite = relaySuite(dependencies);
const { signal } = new AbortController();

test('points of a past gameweek are rejected while a finished match has no player with minutes', async () => {
  const deps = await suite.createPollDeps();
  const { script } = suite.feed;
  script.fixtures.push({ ...script.fixtures[0]!, id: 44, code: 5044, team_h: 3, team_a: 4 });
  await poll(deps, 'all', NOTHING_PROPOSED, signal);
  expect(await readPastGameweek(deps, 1, signal)).toMatchObject({ fault: 'empty', resource: 'past' });
  expect(deps.seasons.current()?.live.has(1)).toBe(false);
  const [scorer] = (script.live.get(1) as { elements: unknown[] }).elements;
  script.live.set(1, { elements: [scorer, buildLive(3, 2, [[44, 'minutes', 90, 2]])] });
  expect(await readPastGameweek(deps, 1, signal)).toBeNull();
  expect(deps.seasons.current()?.live.has(1)).toBe(true);
});

test('points of a past gameweek are rejected while the feed shows another season', async () => {
  const deps = await suite.createPollDeps();
  await poll(deps, 'all', NOTHING_PROPOSED, signal);
  serve(suite.feed.script, buildOtherSeason(Date.now(), 1));
  expect(await readPastGameweek(deps, 1, signal)).toMatchObject({ fault: 'season', resource: 'past' });
  expect(deps.seasons.current()?.live.has(1)).toBe(false);
  serve(suite.feed.script, buildScript(Date.now()));
  expect(await readPastGameweek(deps, 1, signal)).toBeNull();
  expect(deps.seasons.current()?.live.get(1)?.content).toMatchObject([{ player: 1, points: 6 }]);
});
