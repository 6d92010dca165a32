import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { myParticipations, type Participation } from '@touchline/api/http/entries';
import { type MyLeague, myLeagues } from '@touchline/api/http/leagues';
import { type FakeResponse, fakeResponse } from '@touchline/host/testing/fake-responses';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildLeague, buildTeam, MATCH_CENTRE, signIn } from '../testing/match-centre.ts';
import { shellUnderTest } from '../testing/shell-under-test.tsx';

const page = shellUnderTest();

const respond = (...responses: FakeResponse[]) => {
  page.server.responses = [...page.server.responses, ...responses];
};
beforeEach(() => respond(...MATCH_CENTRE));

/** Rejections are not retried, unlike failures of the server. */
const reject = (...calls: string[]) => {
  for (const call of calls)
    page.server.fails.set(call, new TouchlineError('NOT_FOUND', 'No.', { status: 404 }));
};

const LEAGUE = buildLeague(1, { name: 'Sunday Rivals' });

describe('match centre that cannot load', () => {
  const CALLS = [
    'GET /fpl/fixtures/12',
    'GET /fpl/moments',
    'GET /games',
    'GET /games/my-participations',
    'GET /leagues',
  ];
  const findFailure = async (text: string) => (await screen.findByText(text)).parentElement as HTMLElement;

  test('each list of a player says so and loads after "Try Again"', async () => {
    signIn(page.server);
    reject(...CALLS);
    page.open();
    await findFailure('The matches could not be loaded.');
    await findFailure('The match events could not be loaded.');
    await findFailure('Your leagues could not be loaded. They are safe.');
    const teams = await findFailure('Your teams could not be loaded. They are safe.');
    page.server.fails.clear();
    respond(fakeResponse(myParticipations, { participations: [buildTeam(2, 'UPCOMING')] }));
    fireEvent.click(within(teams).getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Rovers 2')).toBeTruthy();
    expect(screen.queryByText(/^Your teams could not/)).toBeNull();
  });

  test('a guest can load the leaders again', async () => {
    reject(...CALLS);
    page.open();
    const leaders = await findFailure('The leaders could not be loaded.');
    page.server.fails.clear();
    fireEvent.click(within(leaders).getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Park the Bus')).toBeTruthy();
  });

  test('without the gameweek, the matches can be loaded again', async () => {
    reject('GET /games/gameweeks/current', 'GET /fpl/gameweek/current', 'GET /fpl/bootstrap');
    page.open();
    const matches = await findFailure('The matches could not be loaded.');
    page.server.fails.clear();
    const release = page.server.hold('GET /games/gameweeks/current');
    const retry = within(matches).getByRole('button', { name: 'Try Again' });
    fireEvent.click(retry);
    await waitFor(() => expect(retry.hasAttribute('data-loading')).toBe(true));
    release();
    expect(await screen.findByText("67'")).toBeTruthy();
  });

  test('the list of matches can be focused only while it has matches', async () => {
    const release = page.server.hold('GET /fpl/fixtures/12');
    page.open();
    const strip = await screen.findByRole('list', { name: 'Matches of the gameweek' });
    expect(strip.tabIndex).toBe(-1);
    release();
    await waitFor(() => expect(strip.tabIndex).toBe(0));
  });
});

test('a team and a league that are new since the last visit are shown', async () => {
  signIn(page.server);
  let participations: Participation[] = [];
  let leagues: MyLeague[] = [];
  respond(
    fakeResponse(myParticipations, () => ({ participations })),
    fakeResponse(myLeagues, () => ({ leagues })),
  );
  const { shell } = page.open();
  await screen.findByText(/^No team yet/);
  await screen.findByText('Play against your friends');
  act(() => shell.host.navigate('/somewhere'));
  participations = [buildTeam(2, 'UPCOMING')];
  leagues = [LEAGUE];
  act(() => shell.host.navigate('/'));
  expect(await screen.findByText('Rovers 2')).toBeTruthy();
  expect(await screen.findByText('Sunday Rivals')).toBeTruthy();
});

test('the number of members of an automatic league is shown once its standings are loaded', async () => {
  signIn(page.server);
  const loading: MyLeague = {
    ...LEAGUE,
    automatic: 'JOINED_TOGETHER',
    max_members: null,
    members: 0,
    rank: null,
  };
  respond(fakeResponse(myLeagues, { leagues: [loading] }));
  const { shell } = page.open();
  const league = (await screen.findByText('Sunday Rivals')).parentElement as HTMLElement;
  expect(league.textContent).toBe('Sunday RivalsGameweek 12');
  act(() => shell.host.navigate('/somewhere'));
  respond(fakeResponse(myLeagues, { leagues: [{ ...loading, members: 4 }] }));
  act(() => shell.host.navigate('/'));
  expect(await screen.findByText('4 members')).toBeTruthy();
});
