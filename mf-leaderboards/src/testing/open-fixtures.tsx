import { fireEvent, screen } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { bootstrap, gameweekFixtures, teams } from '@touchline/api/http/fpl';
import { currentGameweekOfGames } from '@touchline/api/http/games';
import { createFakeHost, type FakeHostOptions } from '@touchline/host/testing/fake-host';
import { type FakeResponse, fakeResponse } from '@touchline/host/testing/fake-responses';
import { BOOTSTRAP, buildFixture, buildFixturesResponse, buildGameweek, CLUBS, NOW } from './build.ts';
import { openPage } from './open-page.tsx';

export const HOUR = 3_600_000;
export const at = (ms: number) => new Date(NOW + ms).toISOString();

const season = [
  fakeResponse(bootstrap, BOOTSTRAP),
  fakeResponse(teams, { teams: CLUBS }),
  fakeResponse(currentGameweekOfGames, { gameweek: buildGameweek(3) }),
];

/** One match per gameweek, none in gameweek 4. */
export const MATCHES = fakeResponse(gameweekFixtures, ({ params }) =>
  buildFixturesResponse(params.gameweek === '4' ? [] : [buildFixture(1, { event: Number(params.gameweek) })]),
);

/** Opens the fixtures page. Gameweek 3 is the current one. */
export function openFixtures(
  responses: FakeResponse[],
  url = '/fixtures',
  now = () => NOW,
  options: Pick<FakeHostOptions, 'user'> = {},
) {
  const host = createFakeHost({ responses: [...season, ...responses], now, ...options });
  openPage(host, url);
  return host;
}

export function failFeed(): never {
  throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'The feed is down');
}

export const findGameweekPicker = () =>
  screen.findByRole<HTMLSelectElement>('combobox', { name: 'Gameweek' });
export const click = (button: string) => fireEvent.click(screen.getByRole('button', { name: button }));
export const findMatchCard = () => screen.findByRole('listitem', { name: 'Arsenal against Man City' });
