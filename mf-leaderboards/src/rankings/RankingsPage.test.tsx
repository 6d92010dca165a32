import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { listGames } from '@touchline/api/http/games';
import { leaderboard } from '@touchline/api/http/leaderboard';
import { createFakeHost } from '@touchline/host/testing/fake-host';
import { type FakeRequest, fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildGame, buildLeaderboard, buildRow, fakeGameId } from '../testing/build.ts';
import { getCurrentUrl, openPage } from '../testing/open-page.tsx';
import {
  FOUR_TEAMS,
  findRows,
  NEXT,
  openRankings,
  ROWS,
  RUNNING,
  recordLeaderboard,
  SEASON,
} from '../testing/open-rankings.tsx';

afterEach(cleanup);

describe('RankingsPage', () => {
  it('SHELL-11 the page opens for a guest', async () => {
    const host = openRankings([FOUR_TEAMS]);
    expect(await findRows()).toHaveLength(4);
    expect(host.visits).toEqual([]);
  });

  it('RANK-01 each of season, weekly and tournaments has its own leaderboard', async () => {
    const cup = buildGame(3, { id: fakeGameId(9), game_type: 'TOURNAMENT', name: 'Friday Cup' });
    const { requests, response } = recordLeaderboard();
    const listed = { WEEKLY: [RUNNING], SEASON: [SEASON], TOURNAMENT: [cup] };
    openRankings([
      response,
      fakeResponse(listGames, ({ query }) => {
        const games = listed[query.game_type as keyof typeof listed];
        return { games, total: games.length };
      }),
    ]);
    await findRows();
    expect(requests.at(-1)?.params.id).toBe(RUNNING.id);
    fireEvent.click(screen.getByRole('radio', { name: 'Season' }));
    await waitFor(() => expect(requests.at(-1)?.params.id).toBe(SEASON.id));
    expect(getCurrentUrl()).toBe('/rankings?section=season');
    fireEvent.click(screen.getByRole('radio', { name: 'Tournaments' }));
    await waitFor(() => expect(requests.at(-1)?.params.id).toBe(cup.id));
  });

  it('RANK-02 the message from the navigation state is shown once, with the title "Success!"', async () => {
    const host = openRankings([FOUR_TEAMS], {
      at: '/rankings?section=season',
      state: { message: 'You are in.' },
    });
    await waitFor(() =>
      expect(host.notices).toEqual([{ kind: 'success', title: 'Success!', message: 'You are in.' }]),
    );
    expect(host.visits).toEqual([{ to: '/rankings?section=season', replace: true, state: null }]);
    await findRows();
    expect(host.notices).toHaveLength(1);
  });

  it('RANK-09 the page opens the game from the URL', async () => {
    const { requests, response } = recordLeaderboard();
    openRankings([response], { at: `/rankings?game=${NEXT.id}` });
    await findRows();
    expect(requests.map((request) => request.params.id)).toEqual([NEXT.id]);
    fireEvent.change(screen.getByRole('combobox', { name: 'Game' }), { target: { value: RUNNING.id } });
    await waitFor(() => expect(requests.at(-1)?.params.id).toBe(RUNNING.id));
  });

  it('before the next game starts, the page shows the result of the last one', async () => {
    const last = buildGame(3, { status: 'COMPLETED', settlement: 'FINAL', name: 'Gameweek 3' });
    const me = buildRow(2, { earned_points: 37.3 });
    const { response } = recordLeaderboard(() => buildLeaderboard([buildRow(1), me], { me }));
    openRankings([response, fakeResponse(listGames, { games: [NEXT, last], total: 2 })]);
    const result = await screen.findByRole('region', { name: 'Last result' });
    await waitFor(() =>
      expect(result.textContent).toContain('Gameweek 3 is final. You finished 2nd of 2 with 37.3 points.'),
    );
    fireEvent.click(screen.getByRole('button', { name: 'View result' }));
    expect(getCurrentUrl()).toBe(`/rankings?game=${last.id}`);
  });

  it('the last result groups thousands of teams and knows a single point', async () => {
    const last = buildGame(3, { status: 'COMPLETED', settlement: 'FINAL', name: 'Gameweek 3' });
    const me = buildRow(2, { earned_points: 1 });
    const data = buildLeaderboard([buildRow(1), me], { me });
    data.summary.total_players = 12345;
    openRankings([
      fakeResponse(leaderboard, data),
      fakeResponse(listGames, { games: [NEXT, last], total: 2 }),
    ]);
    expect(await screen.findByText(/You finished 2nd of 12,345 with 1 point\.$/)).toBeTruthy();
  });

  it.each([
    [1, 'Team 1 won with 54 points (4 teams).'],
    [2, 'Team 1 and Team 2 won with 54 points (4 teams).'],
    [3, 'Team 1, Team 2 and Team 3 won with 54 points (4 teams).'],
  ])('the last result names all %s winners', async (winners, text) => {
    const last = buildGame(3, { status: 'COMPLETED', settlement: 'FINAL', name: 'Gameweek 3' });
    const rows = ROWS.map((row, at) => (at < winners ? { ...row, rank: 1, earned_points: 54 } : row));
    const { response } = recordLeaderboard(() => buildLeaderboard(rows));
    openRankings([response, fakeResponse(listGames, { games: [NEXT, last], total: 2 })]);
    const result = await screen.findByRole('region', { name: 'Last result' });
    await waitFor(() => expect(result.textContent).toContain(`Gameweek 3 is final. ${text}`));
  });

  it('RANK-11 a failed load of the games shows an error', async () => {
    const host = createFakeHost();
    openPage(host, '/rankings');
    expect(await screen.findByText('Failed to load leaderboard')).toBeTruthy();
  });

  it.each([
    ['season', 'No Season Games Available'],
    ['weekly', 'No Weekly Games Available'],
    ['tournaments', 'No Tournaments Available'],
  ])('RANK-12 the section %s without games shows its empty state', async (section, title) => {
    openRankings([fakeResponse(listGames, { games: [], total: 0 })], { at: `/rankings?section=${section}` });
    expect(await screen.findByText(title)).toBeTruthy();
  });

  it('RANK-12 an empty game shows a link to the game chooser', async () => {
    const host = openRankings([fakeResponse(leaderboard, buildLeaderboard([]))]);
    expect(await screen.findByText('No players found')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Choose a game' }));
    expect(host.visits.at(-1)?.to).toBe('/choose-game');
  });

  it('API-28 the page requests the latest season, 100 weekly games and all tournaments, latest first', async () => {
    const requested: FakeRequest['query'][] = [];
    const tournaments = Array.from({ length: 130 }, (_, n) =>
      buildGame(3, { id: fakeGameId(n + 1), game_type: 'TOURNAMENT', name: `Cup ${n + 1}` }),
    );
    openRankings([
      FOUR_TEAMS,
      fakeResponse(listGames, ({ query }) => {
        requested.push(query);
        const all = query.game_type === 'TOURNAMENT' ? tournaments : [RUNNING];
        const from = (Number(query.page) - 1) * Number(query.limit);
        return { games: all.slice(from, from + Number(query.limit)), total: all.length };
      }),
    ]);
    await findRows();
    for (const section of ['Season', 'Tournaments']) {
      fireEvent.click(screen.getByRole('radio', { name: section }));
      await findRows();
    }
    const sort = { sort_by: 'start_time', sort_order: 'DESC' };
    expect(requested).toEqual([
      { game_type: 'WEEKLY', limit: '100', page: '1', ...sort },
      { game_type: 'SEASON', limit: '1', page: '1', ...sort },
      { game_type: 'TOURNAMENT', limit: '100', page: '1', ...sort },
      { game_type: 'TOURNAMENT', limit: '100', page: '2', ...sort },
    ]);
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Game' }).options).toHaveLength(130);
  });

  it('API-41 switching between sections requests games and leaderboards only once in 5 minutes', async () => {
    const requested: string[] = [];
    const { requests, response } = recordLeaderboard();
    openRankings([
      response,
      fakeResponse(listGames, ({ query }) => {
        requested.push(query.game_type ?? '');
        return { games: query.game_type === 'SEASON' ? [SEASON] : [RUNNING], total: 1 };
      }),
    ]);
    await findRows();
    for (const section of ['Season', 'Weekly', 'Season', 'Weekly']) {
      fireEvent.click(screen.getByRole('radio', { name: section }));
      await findRows();
    }
    expect(requested).toEqual(['WEEKLY', 'SEASON']);
    expect(requests.map((request) => request.params.id)).toEqual([RUNNING.id, SEASON.id]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 });
    fireEvent.click(screen.getByRole('radio', { name: 'Season' }));
    await waitFor(() => expect(requests.map((request) => request.params.id).slice(2)).toContain(SEASON.id));
    vi.useRealTimers();
  });
});
