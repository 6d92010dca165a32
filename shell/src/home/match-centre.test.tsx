import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { myParticipations } from '@touchline/api/http/entries';
import { type Fixture, gameweekFixtures, type MatchEvent, matchEvents, teams } from '@touchline/api/http/fpl';
import { listGames } from '@touchline/api/http/games';
import { leaderboard } from '@touchline/api/http/leaderboard';
import { fakeGame, fakeId } from '@touchline/host/testing/fake-objects';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildUser, makeToken } from '../testing/server.ts';
import { shellUnderTest } from '../testing/shell-under-test.tsx';
import { ALICE_ADDRESS } from '../testing/test-wallet.ts';

const page = shellUnderTest();
const AT = '2026-11-20T12:00:00.000Z';

const match = (id: number, fields: Partial<Fixture>): Fixture => ({
  id,
  code: id,
  event: 12,
  kickoff_time: AT,
  team_h: 1,
  team_a: 2,
  team_h_score: null,
  team_a_score: null,
  team_h_difficulty: 3,
  team_a_difficulty: 3,
  started: false,
  finished: false,
  finished_provisional: false,
  minutes: 0,
  stats: [],
  ...fields,
});

const TIMES = { start_time: AT, end_time: AT, join_opens_at: AT, join_deadline: AT };
const RUNNING = fakeGame(1, { ...TIMES, status: 'ACTIVE', name: 'Gameweek 12' });
const row = {
  rank: 1,
  previous_rank: null,
  participation_id: fakeId(2, 1),
  user_id: ALICE_ADDRESS,
  wallet_address: ALICE_ADDRESS,
  team_name: 'Park the Bus',
  earned_points: 31,
  current_points: 31,
  entry_points: 0,
  coefficient_applied: 1,
  gameweek_points: 31,
  captain: null,
  played: 0,
};

beforeEach(() => {
  const club = (id: number, short_name: string) => ({ id, code: id, name: short_name, short_name });
  const fixtures = [
    match(1, { started: true, finished_provisional: true, team_h_score: 1, team_a_score: 0 }),
    match(2, { started: true, minutes: 67, team_h_score: 2, team_a_score: 1 }),
  ];
  page.server.responses = [
    fakeResponse(gameweekFixtures, { fixtures, season: '2026', updated_at: AT, stale: false }),
    fakeResponse(teams, { teams: [club(1, 'ARS'), club(2, 'MCI')] }),
    fakeResponse(listGames, { games: [RUNNING], total: 1 }),
    fakeResponse(leaderboard, {
      leaderboard: [row],
      total: 1,
      me: null,
      distribution: [],
      updated_at: AT,
      summary: { total_players: 61, top_score: 31, average_score: 31, gameweek: 12 },
    }),
  ];
});

function signIn(): void {
  page.server.signedInAs = ALICE_ADDRESS;
  localStorage.setItem('auth_token', makeToken(ALICE_ADDRESS));
  localStorage.setItem('user_data', JSON.stringify(buildUser(ALICE_ADDRESS)));
}

describe('match centre', () => {
  test('guests see the matches, with those in progress first, and the leaders', async () => {
    page.open();
    const strip = await screen.findByRole('list', { name: 'Matches of the gameweek' });
    await waitFor(() => expect(strip.children).toHaveLength(2));
    expect(strip.children[0]?.textContent).toBe("ARS 2-1 MCI67'");
    expect(await screen.findByText('Park the Bus')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'All 61 teams' }).getAttribute('href')).toBe(
      `/rankings?game=${RUNNING.id}`,
    );
  });

  test('a star next to a match event adds its player to the watchlist of a user; guests have none', async () => {
    const goal: MatchEvent = {
      id: '2-GOAL-7-1',
      kind: 'GOAL',
      fixture: 2,
      home: 'ARS',
      away: 'MCI',
      score: [2, 1],
      player: { id: 7, code: 70, web_name: 'Saka', club: 'ARS' },
      minute: 60,
      points: 5,
      seen_at: AT,
      taken_back: false,
    };
    const events = fakeResponse(matchEvents, { season: '2026', gameweek: 12, moments: [goal] });
    page.server.responses = [...page.server.responses, events];
    page.open();
    expect(await screen.findByText('Saka (ARS)')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Watch Saka' })).toBeNull();
    cleanup();
    signIn();
    page.server.responses = [
      ...page.server.responses,
      fakeResponse(myParticipations, { participations: [] }),
    ];
    page.open();
    fireEvent.click(await screen.findByRole('button', { name: 'Watch Saka', pressed: false }));
    expect(await screen.findByRole('button', { name: 'Watch Saka', pressed: true })).toBeTruthy();
    expect(localStorage.getItem('touchline.watchlist')).toBe('[70]');
  });

  test('players see their next team and their latest result', async () => {
    signIn();
    const team = (n: number, status: 'UPCOMING' | 'COMPLETED') => ({
      id: fakeId(2, n),
      game_id: fakeId(1, n),
      team_name: `Rovers ${n}`,
      formation: '3-4-3',
      joined_at: AT,
      entry_points: 0,
      current_points: 37,
      gameweek_points: 37,
      coefficient_applied: 1,
      earned_points: 37.3,
      rank: 2,
      suspended: false,
      excluded_reason: null,
      roster_snapshot: [],
      refunds: [],
      game: fakeGame(n, { ...TIMES, status, settlement: 'FINAL' }),
    });
    const mine = fakeResponse(myParticipations, {
      participations: [team(1, 'COMPLETED'), team(2, 'UPCOMING')],
    });
    page.server.responses = [...page.server.responses, mine];
    page.open();
    expect((await screen.findByText('You finished 2nd')).closest('li')?.textContent).toContain('37.3');
    const next = screen.getByRole('link', { name: 'Gameweek 2' });
    expect(next.getAttribute('href')).toBe(`/team-view/${fakeId(2, 2)}`);
    expect(next.closest('li')?.textContent).toMatch(/^Gameweek 2Rovers 2/);
  });

  test('players see the next deadline beside the hero, guests see the pitch', async () => {
    page.open();
    expect(await screen.findByText('Park the Bus')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Next deadline' })).toBeNull();
    cleanup();
    signIn();
    const soon = new Date(Date.now() + 25 * 3_600_000).toISOString();
    const next = fakeGame(13, { ...TIMES, status: 'UPCOMING', name: 'Gameweek 13', start_time: soon });
    page.server.responses = [
      ...page.server.responses,
      fakeResponse(listGames, ({ query }) => ({
        games: query.status === 'UPCOMING' ? [next] : [RUNNING],
        total: 1,
      })),
    ];
    page.open();
    const deadline = within(await screen.findByRole('region', { name: 'Next deadline' }));
    expect(await deadline.findByText('Gameweek 13')).toBeTruthy();
    expect(deadline.getByText(/^Starts .*, first prize 130 WLD$/)).toBeTruthy();
    expect(deadline.getByRole('timer', { name: 'Next deadline' }).textContent).toContain('01d');
  });
});
