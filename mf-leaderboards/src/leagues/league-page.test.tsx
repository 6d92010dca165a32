import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { leagueManager, leagueTable } from '@touchline/api/http/league-tables';
import { editLeagueMember, getLeague, type League, removeLeagueMember } from '@touchline/api/http/leagues';
import { publicLineup } from '@touchline/api/http/lineups';
import { FAKE_ADDRESS } from '@touchline/host/testing/fake-host';
import { type FakeRequest, type FakeResponse, fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeGameId, fakeWallet } from '../testing/build.ts';
import {
  buildLeague,
  buildLeagueRow,
  buildMatch,
  fakeLeagueId,
  openLeagueSettings,
  openLeagues,
} from '../testing/leagues.ts';
import { getCurrentUrl, getLastAction } from '../testing/open-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const PATH = `/leagues/${fakeLeagueId(1)}`;
const ME = buildLeagueRow(1, { rank: 4, team_name: 'My Team', wallet_address: FAKE_ADDRESS });
const TABLE = {
  rows: [2, 3, 5].map((n) => buildLeagueRow(n)),
  total: 4,
  me: ME,
  gameweek: 3,
  updated_at: '2026-08-15T14:00:00.000Z',
};
const table = fakeResponse(leagueTable, TABLE);
const ofLeague = (fields: Partial<League> = {}) =>
  fakeResponse(getLeague, { league: buildLeague(1, fields) });
const hidden = fakeResponse(publicLineup, {
  team_name: 'Team 2',
  wallet_address: fakeWallet(2),
  gameweek: null,
  formation: null,
  players: [],
  hidden: 15,
});
const manager = fakeResponse(leagueManager, {
  row: buildLeagueRow(2),
  gameweeks: [
    { gameweek: 1, points: 40, my_points: 55 },
    { gameweek: 2, points: 61, my_points: 50 },
  ],
  matches: [],
});

const open = (responses: FakeResponse[], path = PATH) => openLeagues(path, [table, ...responses]);

describe('table of a league', () => {
  it('the own row is visible on a page that does not contain it', async () => {
    open([ofLeague()]);
    const rows = within(await screen.findByRole('table', { name: 'League table' })).getAllByRole('row');
    expect(rows.slice(1).map((row) => row.textContent?.includes('You'))).toEqual([false, false, false, true]);
    expect(rows.at(-1)?.textContent).toContain('My Team');
    expect(rows[0]?.textContent).toBe('RankTeamCaptainPlayedGameweekPoints');
  });

  it('a page of members without points shows their ranks if an earlier page has members with points', async () => {
    const rows = [2, 3].map((n) => buildLeagueRow(n, { rank: 51, points: 0 }));
    open([
      ofLeague(),
      fakeResponse(leagueTable, { ...TABLE, rows, me: { ...ME, rank: 51, points: 0 }, total: 60 }),
    ]);
    const table = within(await screen.findByRole('table', { name: 'League table' }));
    expect(table.getAllByRole('row')[1]?.textContent).toMatch(/^51/);
    expect(screen.queryByText(/No rank yet/)).toBeNull();
  });

  it('a league that has not started shows no rank, although its members have points in the game', async () => {
    const rows = [1, 2, 3].map((n) => buildLeagueRow(n, { rank: 1, points: 0, gameweek_points: 52 }));
    open([ofLeague({ state: 'OPEN', members: 5 }), fakeResponse(leagueTable, { ...TABLE, rows, me: null })]);
    await screen.findByRole('table', { name: 'League table' });
    expect(screen.getAllByText('No rank yet')).toHaveLength(3);
    expect(screen.getByText('4 of 5 members listed')).toBeTruthy();
    expect(screen.queryByRole('img', { name: 'First place' })).toBeNull();
  });

  it.each([
    [3, '3 members'],
    [4, '3 of 4 members ranked'],
  ])('a table with 3 rows of %i members counts both', async (members, text) => {
    open([ofLeague({ members }), fakeResponse(leagueTable, { ...TABLE, me: null, total: 3 })]);
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('a page that no longer exists leads to the last one', async () => {
    open([ofLeague()], `${PATH}?page=2`);
    await waitFor(() => expect(getCurrentUrl()).toBe(PATH));
  });

  it('the team of a member does not open again after it was closed', async () => {
    open([ofLeague({ can_manage: false }), hidden, manager]);
    fireEvent.click(await screen.findByRole('button', { name: 'Team 2' }));
    const drawer = within(await screen.findByRole('dialog'));
    expect(getLastAction()).toBe('PUSH');
    fireEvent.click(drawer.getByRole('button', { name: /Close/ }));
    await waitFor(() => expect(getCurrentUrl()).toBe(PATH));
    expect(getLastAction()).toBe('REPLACE');
  });

  it('a new league is announced once: Back and reloads do not announce it again', async () => {
    const host = openLeagues(PATH, [table, ofLeague()], { state: { created: true } });
    expect(await screen.findByRole('dialog', { name: 'League 1 is ready' })).toBeTruthy();
    expect(host.visits).toEqual([{ to: PATH, replace: true, state: null }]);
    fireEvent.click(screen.getByRole('button', { name: /Close/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Invite friends' }));
    expect(await screen.findByRole('dialog', { name: 'Invite friends' })).toBeTruthy();
  });

  it('a head-to-head table shows results, goals and league points', async () => {
    const head_to_head = { league_points: 7, played: 3, won: 2, drawn: 1, lost: 0, goal_difference: 4 };
    const rows = [buildLeagueRow(2, { head_to_head })];
    open([
      ofLeague({ kind: 'HEAD_TO_HEAD' }),
      fakeResponse(leagueTable, { ...TABLE, rows, me: null, total: 1 }),
    ]);
    const row = within(await screen.findByRole('table', { name: 'League table' })).getAllByRole('row')[1];
    for (const text of ['2 won, 1 drawn, 0 lost', '+4', '7']) expect(row?.textContent).toContain(text);
  });

  it('the table reloads for its own game only', async () => {
    let requests = 0;
    const host = open([
      ofLeague(),
      fakeResponse(leagueTable, () => {
        requests += 1;
        return TABLE;
      }),
    ]);
    await screen.findByRole('table', { name: 'League table' });
    expect(requests).toBe(1);
    act(() => host.emit({ topic: 'leaderboard', game_id: fakeGameId(9), gameweek: 3 }));
    act(() => host.emit({ topic: 'leaderboard', game_id: fakeGameId(3), gameweek: 3 }));
    await waitFor(() => expect(requests).toBe(2));
  });

  it('a click on a member shows the team and the history against the user', async () => {
    open([ofLeague({ can_manage: false }), hidden, manager]);
    fireEvent.click(await screen.findByRole('button', { name: 'Team 2' }));
    const history = await screen.findByRole('region', { name: 'History against you' });
    expect(history.textContent).toContain('You were ahead in 1 of 2 gameweeks, 105-101 in total.');
    expect(screen.queryByRole('button', { name: 'Ban' })).toBeNull();
  });

  it('the match of two names in Hebrew keeps the order of names and score', async () => {
    const match = buildMatch(1, 2, { state: 'FINAL' });
    const matches = [
      { ...match, home: { ...match.home, team_name: 'אריות' }, away: { ...match.away, team_name: 'נמרים' } },
    ];
    const met = fakeResponse(leagueManager, { row: buildLeagueRow(2), gameweeks: [], matches });
    open([ofLeague(), hidden, met]);
    fireEvent.click(await screen.findByRole('button', { name: 'Team 2' }));
    const item = within(await screen.findByRole('list', { name: 'Matches' })).getByRole('listitem');
    expect(item.textContent).toBe('Gameweek 3: אריות 41-42 נמרים');
    // Without isolation, the score between the two names is displayed from right to left.
    expect([...item.querySelectorAll('bdi')].map((name) => name.textContent)).toEqual(['אריות', 'נמרים']);
  });

  it('the owner bans a member after a confirmation', async () => {
    const requests: FakeRequest[] = [];
    const remove = fakeResponse(removeLeagueMember, (request) => {
      requests.push(request);
      return { members: 3 };
    });
    open([ofLeague(), hidden, manager, remove]);
    fireEvent.click(await screen.findByRole('button', { name: 'Team 2' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Ban' }));
    expect(requests).toEqual([]);
    fireEvent.click(await screen.findByRole('button', { name: 'Ban' }));
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(requests[0]?.params.wallet).toBe(fakeWallet(2));
    expect(requests[0]?.query).toEqual({ ban: 'true' });
  });

  it.each([
    ['Make co-admin', [], true],
    ['Remove as co-admin', [fakeWallet(2)], false],
  ])('the owner presses %s for a member', async (name, co_admins, co_admin) => {
    const requests: FakeRequest[] = [];
    const edit = fakeResponse(editLeagueMember, (request) => {
      requests.push(request);
      return { league: buildLeague(1) };
    });
    open([ofLeague({ co_admins }), hidden, manager, edit]);
    fireEvent.click(await screen.findByRole('button', { name: 'Team 2' }));
    fireEvent.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(requests[0]).toMatchObject({ params: { wallet: fakeWallet(2) }, body: { co_admin } });
  });

  it('a finished league offers no invitation and no removal of members', async () => {
    open([ofLeague({ state: 'FINISHED', code: null }), hidden, manager]);
    fireEvent.click(await screen.findByRole('button', { name: 'Team 2' }));
    await screen.findByRole('region', { name: 'History against you' });
    expect(screen.queryByRole('region', { name: 'Manage this member' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Invite friends' })).toBeNull();
    const settings = await openLeagueSettings();
    expect(settings.queryByRole('button', { name: 'Replace the code' })).toBeNull();
    expect(settings.queryByText(/^To remove a member/)).toBeNull();
    expect(settings.getByRole('button', { name: 'Leave the league' })).toBeTruthy();
  });

  it('game rule 9.11: a league that never started says so, has no matches, and lets its members leave', async () => {
    const league = { kind: 'HEAD_TO_HEAD', start_gameweek: 39, state: 'FINISHED', code: null } as const;
    open([ofLeague(league)], `${PATH}?view=matches`);
    expect(await screen.findByText('This league never started: it had fewer than 4 members.')).toBeTruthy();
    expect(screen.queryByRole('radio', { name: 'Matches' })).toBeNull();
    expect(screen.queryByText(/gameweek 39/i)).toBeNull();
    expect((await openLeagueSettings()).getByRole('button', { name: 'Leave the league' })).toBeTruthy();
  });

  it('a stranger reads that the league is for its members', async () => {
    const missing = fakeResponse(getLeague, () => {
      throw new TouchlineError('NOT_FOUND', 'no');
    });
    open([missing]);
    expect(await screen.findByText('You are not in this league')).toBeTruthy();
  });

  it('a guest signs in on the page of the league', async () => {
    openLeagues(PATH, [], { user: null });
    expect(await screen.findByRole('heading', { name: 'Sign in to open the league' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Browser wallet' })).toBeTruthy();
  });
});
