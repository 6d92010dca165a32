import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { type LeagueRow, leagueManager, leagueTable } from '@touchline/api/http/league-tables';
import { getLeague, removeLeagueMember } from '@touchline/api/http/leagues';
import { publicLineup } from '@touchline/api/http/lineups';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildLeague, buildLeagueRow, fakeLeagueId, openLeagues } from '../testing/leagues.ts';
import { getCurrentUrl } from '../testing/open-page.tsx';

afterEach(cleanup);

const PATH = `/leagues/${fakeLeagueId(1)}`;
const MEMBER = buildLeagueRow(2);
const buildTable = (members: LeagueRow[]) => ({
  rows: members,
  total: 60,
  me: null,
  gameweek: 3,
  updated_at: '2026-08-15T14:00:00.000Z',
});

/** The rows of the table, on each page. */
let rows = [MEMBER];
beforeEach(() => {
  rows = [MEMBER];
  gameweeks = [];
});

let gameweeks: { gameweek: number; points: number; my_points: number }[] = [];

const RESPONSES = [
  fakeResponse(getLeague, { league: buildLeague(1) }),
  fakeResponse(leagueTable, () => buildTable(rows)),
  fakeResponse(leagueManager, () => ({ row: MEMBER, gameweeks, matches: [] })),
  fakeResponse(publicLineup, {
    team_name: MEMBER.team_name,
    wallet_address: MEMBER.wallet_address,
    gameweek: null,
    formation: null,
    players: [],
    hidden: 15,
  }),
];

it('a slow removal of a member does not lead back from the page that was opened since', async () => {
  let respond: (() => void) | undefined;
  const remove = fakeResponse(
    removeLeagueMember,
    () => new Promise((resolve) => (respond = () => resolve({ members: 59 }))),
  );
  openLeagues(PATH, [...RESPONSES, remove]);
  fireEvent.click(await screen.findByRole('button', { name: MEMBER.team_name }));
  fireEvent.click(await screen.findByRole('button', { name: 'Remove from the league' }));
  expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Cancel' }));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove from the league' }));
  fireEvent.click(screen.getByRole('button', { name: 'Remove from the league' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(respond).toBeDefined());
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: /Close/ }));
  fireEvent.click(await screen.findByRole('button', { name: '2' }));
  await waitFor(() => expect(getCurrentUrl()).toBe(`${PATH}?page=2`));
  await act(async () => respond?.());
  expect(getCurrentUrl()).toBe(`${PATH}?page=2`);
});

it('one question is open at a time, named by its text, and stays while its request fails', async () => {
  const fail = fakeResponse(removeLeagueMember, () => {
    throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'The service is down.');
  });
  const { notices } = openLeagues(PATH, [...RESPONSES, fail]);
  fireEvent.click(await screen.findByRole('button', { name: MEMBER.team_name }));
  fireEvent.click(await screen.findByRole('button', { name: 'Ban' }));
  const question = screen.getByRole('region', { name: /^Remove .+ and keep them out\?/ });
  expect(screen.queryByRole('button', { name: 'Remove from the league' })).toBeNull();
  fireEvent.click(within(question).getByRole('button', { name: 'Ban' }));
  await waitFor(() => expect(notices).toHaveLength(1));
  expect(question.isConnected).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ban' }));
});

it('the preview of a member stays open when the rank moves to another page', async () => {
  const host = openLeagues(PATH, RESPONSES);
  fireEvent.click(await screen.findByRole('button', { name: MEMBER.team_name }));
  await screen.findByRole('button', { name: 'Remove from the league' });
  rows = [buildLeagueRow(3)];
  await act(() => host.queryClient.invalidateQueries());
  expect(await screen.findByText(rows[0]!.team_name)).toBeTruthy();
  expect(within(screen.getByRole('dialog')).getByText('Remove from the league')).toBeTruthy();
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: /Close/ }));
  await waitFor(() => expect(getCurrentUrl()).toBe(PATH));
});

it('the history against a member has a gameweek that became final since the team was last open', async () => {
  openLeagues(PATH, RESPONSES);
  fireEvent.click(await screen.findByRole('button', { name: MEMBER.team_name }));
  await screen.findByText('No finished gameweek together in this league yet.');
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: /Close/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  gameweeks = [{ gameweek: 3, points: 40, my_points: 55 }];
  fireEvent.click(screen.getByRole('button', { name: MEMBER.team_name }));
  expect(await screen.findByText('You were ahead in 1 of 1 gameweek, 55-40 in total.')).toBeTruthy();
});
