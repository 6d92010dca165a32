import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { leagueFixtures, leagueOwnership, leagueRecap, leagueTable } from '@touchline/api/http/league-tables';
import { getLeague } from '@touchline/api/http/leagues';
import { publicLineup } from '@touchline/api/http/lineups';
import { type FakeResponse, fakeResponse, fakeRetry } from '@touchline/host/testing/fake-responses';
import { afterEach, describe, expect, it } from 'vitest';
import { buildLeague, buildLeagueRow, buildMatch, fakeLeagueId, openLeagues } from '../testing/leagues.ts';

afterEach(cleanup);

const unavailable = () => {
  throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'down');
};
const PLAYERS = Array.from({ length: 22 }, (_, n) => ({
  player_id: n + 1,
  code: n + 1,
  web_name: `Player ${n + 1}`,
  owned: 1,
  started: 1,
  captained: 0,
}));

function open(view: string, ...responses: FakeResponse[]) {
  const table = fakeResponse(leagueTable, {
    rows: [buildLeagueRow(1)],
    total: 1,
    me: null,
    gameweek: 3,
    updated_at: '2026-08-15T14:00:00.000Z',
  });
  const league = fakeResponse(getLeague, { league: buildLeague(1, { kind: 'HEAD_TO_HEAD' }) });
  openLeagues(`/leagues/${fakeLeagueId(1)}?view=${view}`, [table, league, ...responses]);
}

describe('players of a league', () => {
  it('before the first kick-off they are hidden', async () => {
    open('players', fakeResponse(leagueOwnership, { gameweek: 3, members: 4, players: [] }));
    expect(await screen.findByText('Hidden until kick-off')).toBeTruthy();
  });

  it('a failed list can be loaded again', async () => {
    let isDown = true;
    const list = { gameweek: 3, members: 4, players: PLAYERS };
    open(
      'players',
      fakeResponse(leagueOwnership, () => (isDown ? unavailable() : list)),
    );
    expect(await screen.findByText('Failed to load the players')).toBeTruthy();
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Player 1')).toBeTruthy();
  });

  it('a long list shows twenty players until the user asks for all', async () => {
    open('players', fakeResponse(leagueOwnership, { gameweek: 3, members: 4, players: PLAYERS }));
    const table = await screen.findByRole('table', { name: 'Players in this league' });
    expect(within(table).getAllByRole('row')).toHaveLength(21);
    fireEvent.click(screen.getByRole('button', { name: 'Show all 22 players' }));
    expect(within(table).getAllByRole('row')).toHaveLength(23);
    expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull();
  });
});

describe('recap of a league', () => {
  it('before the first final gameweek there is none', async () => {
    open('recap', fakeResponse(leagueRecap, { recap: null }));
    expect(await screen.findByText('No recap yet')).toBeTruthy();
  });

  it('a failed recap can be loaded again', async () => {
    let isDown = true;
    open(
      'recap',
      fakeResponse(leagueRecap, () => (isDown ? unavailable() : { recap: null })),
    );
    expect(await screen.findByText('Failed to load the recap')).toBeTruthy();
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('No recap yet')).toBeTruthy();
  });

  it('the button "Try Again" keeps the focus while the recap is loaded again', async () => {
    const { response, release } = fakeRetry(
      leagueRecap,
      new TouchlineError('UPSTREAM_UNAVAILABLE', 'Not now.'),
    );
    open('recap', response);
    const retry = await screen.findByRole('button', { name: 'Try Again' });
    retry.focus();
    fireEvent.click(retry);
    await waitFor(() => expect(retry.hasAttribute('data-loading')).toBe(true));
    release();
    await waitFor(() => expect(retry.hasAttribute('data-loading')).toBe(false));
    expect(document.activeElement).toBe(retry);
  });

  it('places, drops and the results of the user are shown, with three names of a tie', async () => {
    const won = { league_points: 7, played: 3, won: 2, drawn: 1, lost: 0, goal_difference: 3 };
    open(
      'recap',
      fakeResponse(leagueRecap, {
        recap: {
          gameweek: 2,
          average: 41.5,
          best: [1, 2, 3, 4].map((n) => buildLeagueRow(n)),
          leaders: [buildLeagueRow(1, { head_to_head: won })],
          climbers: [],
          fallers: [buildLeagueRow(4, { previous_rank: 2 })],
          me: buildLeagueRow(5, { previous_rank: 5 }),
        },
      }),
    );
    const recap = within(await screen.findByRole('region', { name: 'Gameweek 2' }));
    const read = (label: string) => recap.getByText(label).parentElement?.textContent;
    expect(read('Best score')).toMatch(/Team 1, Team 2, Team 3 and 1 other$/);
    expect(read('In the lead')).toBe('In the lead7 points Team 1');
    expect(recap.queryByText('Biggest rise')).toBeNull();
    expect(read('Biggest drop')).toBe('Biggest dropdown 2 Team 4');
    expect(read('You')).toMatch(/ 5th$/);
  });
});

describe('match of a league', () => {
  const compare = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Compare the teams' }));
    return within(await screen.findByRole('dialog', { name: 'Gameweek 3' }));
  };

  it('against the median, the dialog explains the score', async () => {
    const match = buildMatch(1, 2);
    const median = { ...match.away, participation_id: null, wallet_address: null, team_name: 'Median' };
    open('matches', fakeResponse(leagueFixtures, { matches: [{ ...match, away: median }], draw: null }));
    const dialog = await compare();
    expect(dialog.getByRole('region', { name: 'Median' }).textContent).toContain('odd number of members');
  });

  it('a team that did not load is reported in its place', async () => {
    open(
      'matches',
      fakeResponse(leagueFixtures, { matches: [buildMatch(1, 2)], draw: null }),
      fakeResponse(publicLineup, unavailable),
    );
    const dialog = await compare();
    expect(await dialog.findAllByText('Failed to load the team')).toHaveLength(2);
  });
});
