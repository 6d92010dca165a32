import { screen, within } from '@testing-library/react';
import { listGames } from '@touchline/api/http/games';
import { leaderboard } from '@touchline/api/http/leaderboard';
import { createFakeHost, type FakeHostOptions } from '@touchline/host/testing/fake-host';
import { type FakeRequest, type FakeResponse, fakeResponse } from '@touchline/host/testing/fake-responses';
import { buildGame, buildLeaderboard, buildRow } from './build.ts';
import { openPage } from './open-page.tsx';

/** The active weekly game. */
export const RUNNING = buildGame(3);
export const NEXT = buildGame(4, { status: 'UPCOMING' });
export const SEASON = buildGame(1, { game_type: 'SEASON', name: 'Season 2026', entry_fee: '499.6' });

const games = fakeResponse(listGames, ({ query }) => {
  const list = { WEEKLY: [NEXT, RUNNING], SEASON: [SEASON] }[query.game_type ?? ''] ?? [];
  return { games: list, total: list.length };
});

export const ROWS = [1, 2, 3, 4].map((n) => buildRow(n));
export const FOUR_TEAMS = fakeResponse(leaderboard, buildLeaderboard(ROWS));

interface RankingsOptions extends Omit<FakeHostOptions, 'responses'> {
  at?: string;
  /** Navigation state. */
  state?: unknown;
}

/** Opens the rankings with two weekly games, a season game and no tournaments. */
export function openRankings(
  responses: FakeResponse[],
  { at = '/rankings', state, ...options }: RankingsOptions = {},
) {
  const host = createFakeHost({ ...options, responses: [games, ...responses] });
  openPage(host, at, state);
  return host;
}

/** Fake leaderboard endpoint that records its requests. */
export function recordLeaderboard(
  reply: (request: FakeRequest) => ReturnType<typeof buildLeaderboard> = () => buildLeaderboard(ROWS),
) {
  const requests: FakeRequest[] = [];
  const response = fakeResponse(leaderboard, (request) => {
    requests.push(request);
    return reply(request);
  });
  return { requests, response };
}

/** Rows of the leaderboard, without the header. */
export async function findRows(): Promise<HTMLElement[]> {
  const table = await screen.findByRole('table', { name: 'Leaderboard' });
  return within(table).getAllByRole('row').slice(1);
}
