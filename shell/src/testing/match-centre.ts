import { type Fixture, gameweekFixtures, teams } from '@touchline/api/http/fpl';
import { listGames } from '@touchline/api/http/games';
import { leaderboard } from '@touchline/api/http/leaderboard';
import type { MyLeague } from '@touchline/api/http/leagues';
import { fakeFixture, fakeGame, fakeId, fakeParticipation } from '@touchline/host/testing/fake-objects';
import { type FakeResponse, fakeResponse } from '@touchline/host/testing/fake-responses';
import { buildUser, makeToken, type TestServer } from './server.ts';
import { ALICE_ADDRESS } from './test-wallet.ts';

export const AT = '2026-11-20T12:00:00.000Z';

export const buildMatch = (n: number, fields: Partial<Fixture>) =>
  fakeFixture(n, { kickoff_time: AT, event: 12, ...fields });

export const TIMES = { start_time: AT, end_time: AT, join_opens_at: AT, join_deadline: AT };
export const RUNNING = fakeGame(1, { ...TIMES, status: 'ACTIVE', name: 'Gameweek 12' });
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

const buildClub = (id: number, short_name: string) => ({ id, code: id, name: short_name, short_name });
const FIXTURES = [
  buildMatch(1, { started: true, finished_provisional: true, team_h_score: 1, team_a_score: 0 }),
  buildMatch(2, { started: true, minutes: 67, team_h_score: 2, team_a_score: 1 }),
];

/** Responses for guests: a match in progress, a result and the leaders. */
export const MATCH_CENTRE: readonly FakeResponse[] = [
  fakeResponse(gameweekFixtures, { fixtures: FIXTURES, season: '2026', updated_at: AT, stale: false }),
  fakeResponse(teams, { teams: [buildClub(1, 'ARS'), buildClub(2, 'MCI')] }),
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

/** Team `n` of Alice in game `n`. */
export const buildTeam = (n: number, status: 'UPCOMING' | 'COMPLETED', start_time = AT) =>
  fakeParticipation(n, {
    game: fakeGame(n, { ...TIMES, status, settlement: 'FINAL', start_time }),
    team_name: `Rovers ${n}`,
    current_points: 37,
    gameweek_points: 37,
    earned_points: 37.3,
    rank: 2,
  });

/** Stores a session of Alice. */
export function signIn(server: TestServer): void {
  server.signedInAs = ALICE_ADDRESS;
  localStorage.setItem('auth_token', makeToken(ALICE_ADDRESS));
  localStorage.setItem('user_data', JSON.stringify(buildUser(ALICE_ADDRESS)));
}

/** League `n` of the running game. */
export const buildLeague = (n: number, fields: Partial<MyLeague> = {}): MyLeague => ({
  id: fakeId(5, n),
  name: `League ${n}`,
  game_id: RUNNING.id,
  game_name: RUNNING.name,
  kind: 'CLASSIC',
  automatic: null,
  start_gameweek: 12,
  uses_coefficient: false,
  knock_out_gameweeks: 0,
  state: 'STARTED',
  members: 4,
  max_members: 100_000,
  rank: 2,
  previous_rank: null,
  opponent: null,
  ...fields,
});
