import { act, cleanup, screen, within } from '@testing-library/react';
import { API_VERSION } from '@touchline/api/api-version';
import { TouchlineError } from '@touchline/api/errors';
import { myParticipations } from '@touchline/api/http/entries';
import { gameweekFixtures, matchEvents } from '@touchline/api/http/fpl';
import { myLeagues } from '@touchline/api/http/leagues';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createKeptData } from '../kept-data.ts';
import { MATCH_EVENTS_KEY } from '../match-events/match-events.query.ts';
import { TEAMS_KEY } from '../my-teams.query.ts';
import type { Shell } from '../shell-context.ts';
import { buildMatch, MATCH_CENTRE, signIn } from '../testing/match-centre.ts';
import { createMemoryCaches } from '../testing/memory-caches.ts';
import { GAMEWEEK } from '../testing/server.ts';
import { shellUnderTest } from '../testing/shell-under-test.tsx';
import { LEADERS_KEY, MATCHES_KEY } from './match-centre.queries.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const page = shellUnderTest();
beforeEach(() => {
  page.server.responses = [...MATCH_CENTRE];
});
afterEach(() => vi.restoreAllMocks());

const failWith = (status: number, ...calls: string[]) => {
  for (const call of calls) page.server.fails.set(call, new TouchlineError('NOT_FOUND', 'No.', { status }));
};
const refetch = ({ host }: Shell, ...keys: (readonly string[])[]) =>
  act(() => Promise.all(keys.map((queryKey) => host.queryClient.refetchQueries({ queryKey }))));
const findAge = async (section: RegExp, text: string) =>
  within(await screen.findByRole('region', { name: section })).findByText(text);
const findLive = () => screen.findByRole('heading', { name: /^1 live now/ });
const findNotLive = async () => {
  const heading = await screen.findByRole('heading', { name: /^Matches/ });
  // The dot is the only span.
  expect(heading.querySelector('span')).toBeNull();
  expect(
    screen.getByRole('list', { name: 'Matches of the gameweek' }).querySelector('[data-live]'),
  ).toBeNull();
};

test('a guest without a connection sees the age of matches and leaders, and no match is live', async () => {
  vi.stubGlobal('caches', createMemoryCaches());
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3 * HOUR_MS });
  page.open();
  const kept = createKeptData(caches, () => 'guest');
  for (const key of [[...MATCHES_KEY, GAMEWEEK.id], LEADERS_KEY])
    await expect.poll(() => kept.read(`${API_VERSION} ${JSON.stringify(key)}`)).not.toBeNull();
  cleanup();
  vi.useRealTimers();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  failWith(0, 'GET /fpl/fixtures/12', 'GET /games');
  page.open();
  await findAge(/^Matches/, 'Updated 3 hours ago, offline.');
  await findAge(/^Gameweek 12: provisional leaders/, 'Updated 3 hours ago, offline.');
  expect(screen.getByText("67'")).toBeTruthy();
  await findNotLive();
});

test('matches, leaders and match events that could not be refreshed show their age until they are', async () => {
  const keys = [MATCHES_KEY, LEADERS_KEY, MATCH_EVENTS_KEY];
  page.server.responses.push(fakeResponse(matchEvents, { season: '2025-26', gameweek: 12, moments: [] }));
  const { shell } = page.open();
  expect((await findLive()).querySelector('span')).toBeTruthy();
  await screen.findByText('Park the Bus');
  expect(screen.queryByText(/Last updated/)).toBeNull();
  failWith(404, 'GET /fpl/fixtures/12', 'GET /games', 'GET /fpl/moments');
  await refetch(shell, ...keys);
  await findAge(/^Matches/, 'The matches could not be refreshed. Last updated 1 minute ago.');
  await findAge(/leaders/, 'The leaders could not be refreshed. Last updated 1 minute ago.');
  await findAge(/^Match events/, 'The match events could not be refreshed. Last updated 1 minute ago.');
  await findNotLive();
  page.server.fails.clear();
  await refetch(shell, ...keys);
  await findLive();
  expect(screen.queryByText(/Last updated/)).toBeNull();
});

test('leagues that could not be refreshed show their age', async () => {
  signIn(page.server);
  page.server.responses.push(
    fakeResponse(myParticipations, { participations: [] }),
    fakeResponse(myLeagues, { leagues: [] }),
  );
  const { shell } = page.open();
  await screen.findByText('Play against your friends');
  expect(screen.queryByText(/Last updated/)).toBeNull();
  failWith(404, 'GET /leagues');
  await refetch(shell, TEAMS_KEY);
  await findAge(/^Your leagues/, 'Your leagues could not be refreshed. Last updated 1 minute ago.');
});

test('while the feed is delayed, the matches show its age and none is live', async () => {
  const fixtures = [buildMatch(2, { started: true, minutes: 67 })];
  const feed = {
    season: '2026',
    updated_at: new Date(Date.now() - 15 * MINUTE_MS).toISOString(),
    stale: true,
  };
  page.server.responses.push(fakeResponse(gameweekFixtures, () => ({ fixtures, ...feed })));
  const { shell } = page.open();
  await findAge(/^Matches/, 'Live data is delayed. Last updated 15 minutes ago.');
  await findNotLive();
  feed.stale = false;
  await refetch(shell, MATCHES_KEY);
  await findLive();
  expect(screen.queryByText(/Last updated/)).toBeNull();
});
