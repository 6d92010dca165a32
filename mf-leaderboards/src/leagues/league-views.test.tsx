import { createHash } from 'node:crypto';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  leagueDrawData,
  leagueFixtures,
  leagueOwnership,
  leagueRecap,
  leagueTable,
} from '@touchline/api/http/league-tables';
import { getLeague, type League } from '@touchline/api/http/leagues';
import { publicLineup } from '@touchline/api/http/lineups';
import { fakeUser } from '@touchline/host/testing/fake-host';
import { type FakeResponse, fakeResponse } from '@touchline/host/testing/fake-responses';
import { drawLeague } from '@touchline/rules/league-draw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildGame, fakeWallet } from '../testing/build.ts';
import { buildLeague, buildLeagueRow, buildMatch, fakeLeagueId, openLeagues } from '../testing/leagues.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const PATH = `/leagues/${fakeLeagueId(1)}`;
const ME = buildLeagueRow(1);
const table = fakeResponse(leagueTable, {
  rows: [ME],
  total: 1,
  me: ME,
  gameweek: 3,
  updated_at: '2026-08-15T14:00:00.000Z',
});
const ofLeague = (fields: Partial<League> = {}) =>
  fakeResponse(getLeague, { league: buildLeague(1, fields) });
const open = (responses: FakeResponse[], path: string) =>
  openLeagues(path, [table, ...responses], { user: fakeUser({ wallet_address: ME.wallet_address }) });

describe('views of a league', () => {
  it('matches show live scores and players left, the own one first, and compare both teams', async () => {
    const final = buildMatch(4, 5, { state: 'FINAL', winner: 'AWAY', gameweek: 3 });
    const lineup = fakeResponse(publicLineup, ({ params }) => ({
      team_name: params.participation_id === ME.participation_id ? 'My Team' : 'Team 2',
      wallet_address: fakeWallet(2),
      gameweek: 3,
      formation: '3-4-3',
      players: [],
      hidden: 15,
    }));
    open(
      [
        ofLeague({ kind: 'HEAD_TO_HEAD' }),
        fakeResponse(leagueFixtures, { matches: [final, buildMatch(1, 2)], draw: null }),
        lineup,
      ],
      `${PATH}?view=matches`,
    );
    const [live] = within(await screen.findByRole('list', { name: 'Matches' })).getAllByRole('listitem');
    expect(live?.textContent).toContain('Live');
    expect(live?.textContent).toContain('2 players left');
    fireEvent.click(within(live as HTMLElement).getByRole('button', { name: 'Compare the teams' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Gameweek 3' }));
    expect(await dialog.findByRole('region', { name: 'Team 1' })).toBeTruthy();
    expect(dialog.getByRole('region', { name: 'Team 2' })).toBeTruthy();
  });

  it('game rule 9.11: a member repeats the draw, and changed data is noticed', async () => {
    const data = { gameweek: 3, fixtures: [], clubs: [], scores: [] };
    const sha256 = async (text: string) => createHash('sha256').update(text).digest('hex');
    const data_hash = await sha256(JSON.stringify(data));
    const league = buildLeague(1, { kind: 'HEAD_TO_HEAD' });
    const wallets = [1, 2, 3, 4].map(fakeWallet);
    const drawn = await drawLeague(
      { league_id: league.id, members: wallets, gameweek: 3, data_hash },
      sha256,
    );
    const draw = { ...drawn, gameweek: 3, data_hash };
    for (const [scores, text] of [
      [[], /seed and order are the same/],
      [[{ fixture: 1, player: 2, points: 3, minutes: 90, cards: 0, bps: 0, bonus: 0 }], /different draw/],
    ] as const) {
      open(
        [
          fakeResponse(getLeague, { league }),
          fakeResponse(leagueFixtures, { matches: [buildMatch(1, 2)], draw }),
          fakeResponse(leagueDrawData, { ...data, scores: [...scores] }),
        ],
        `${PATH}?view=matches`,
      );
      fireEvent.click(await screen.findByText('How the matches were drawn'));
      fireEvent.click(screen.getByRole('button', { name: 'Repeat the draw' }));
      expect(await screen.findByText(text)).toBeTruthy();
      cleanup();
    }
  });

  it.each([
    ['CLASSIC', 'PENDING', 'ACTIVE', true],
    ['CLASSIC', 'PROVISIONAL', 'COMPLETED', true],
    ['CLASSIC', 'FINAL', 'COMPLETED', false],
    ['HEAD_TO_HEAD', 'PENDING', 'ACTIVE', false],
  ] as const)(
    'the table of a %s league with %s points of an %s game is provisional: %s',
    async (kind, settlement, status, isShown) => {
      open([ofLeague({ kind, game: buildGame(3, { settlement, status }) })], PATH);
      expect(await screen.findByText(ME.team_name)).toBeTruthy();
      expect(screen.queryByText('Provisional') !== null).toBe(isShown);
    },
  );

  it('players show ownership and captaincy in percent of the members', async () => {
    const ownership = fakeResponse(leagueOwnership, {
      gameweek: 3,
      members: 8,
      players: [{ player_id: 7, code: 70, web_name: 'Saka', owned: 6, started: 4, captained: 1 }],
    });
    open([ofLeague(), ownership], `${PATH}?view=players`);
    const rows = within(await screen.findByRole('table', { name: 'Players in this league' })).getAllByRole(
      'row',
    );
    expect(rows[1]?.textContent).toBe('Saka75%50%13%');
    fireEvent.click(within(rows[1]!).getByRole('button', { name: 'Watch Saka', pressed: false }));
    expect(within(rows[1]!).getByRole('button', { name: 'Watch Saka', pressed: true })).toBeTruthy();
    expect(localStorage.getItem('touchline.watchlist')).toBe('[70]');
  });

  it.each([
    [4, '4 members'],
    [5, '4 of 5 members'],
    [2_345, 'the top 4 of 2,345 members'],
  ])('the players of a league with %i members name those that are counted', async (members, text) => {
    const ownership = fakeResponse(leagueOwnership, {
      gameweek: 3,
      members: 4,
      players: [{ player_id: 7, code: 70, web_name: 'Saka', owned: 4, started: 4, captained: 1 }],
    });
    open([ofLeague({ members }), ownership], `${PATH}?view=players`);
    expect(await screen.findByText(/^Gameweek 3: players/)).toHaveProperty(
      'textContent',
      `Gameweek 3: players whose matches have kicked off, counted for ${text}.`,
    );
  });

  it('the recap is shared as a text with a link', async () => {
    const shared: { text?: string }[] = [];
    vi.stubGlobal('navigator', { share: (value: object) => Promise.resolve(void shared.push(value)) });
    const climber = buildLeagueRow(3, { previous_rank: 6 });
    const recap = fakeResponse(leagueRecap, {
      recap: {
        gameweek: 2,
        average: 41.5,
        best: [buildLeagueRow(2)],
        leaders: [buildLeagueRow(2, { points: 1 })],
        climbers: [climber],
        fallers: [],
        me: ME,
      },
    });
    open([ofLeague(), recap], `${PATH}?view=recap`);
    expect((await screen.findByRole('region', { name: 'Gameweek 2' })).textContent).toContain('up 3');
    fireEvent.click(screen.getByRole('button', { name: 'Share the recap' }));
    await waitFor(() => expect(shared).toHaveLength(1));
    expect(shared[0]?.text?.split('\n').slice(0, 3)).toEqual([
      'League 1, gameweek 2',
      'Best score: Team 2 with 98 points',
      'In the lead: Team 2 with 1 point',
    ]);
  });
});
