import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { getGame, listGames } from '@touchline/api/http/games';
import { leaderboard } from '@touchline/api/http/leaderboard';
import { createFakeHost } from '@touchline/host/testing/fake-host';
import { type FakeRequest, fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildGame, buildLeaderboard, buildRow, gameId } from '../testing/build.ts';
import { currentUrl, openPage } from '../testing/open-page.tsx';
import {
  FOUR_TEAMS,
  NEXT,
  openRankings,
  RUNNING,
  recordedLeaderboard,
  SEASON,
  standingRows,
} from '../testing/open-rankings.tsx';

afterEach(cleanup);

describe('RankingsPage', () => {
  it('SHELL-11 opens for a guest', async () => {
    const host = openRankings([FOUR_TEAMS]);
    expect(await standingRows()).toHaveLength(4);
    expect(host.visits).toEqual([]);
  });

  it('RANK-01 has a leaderboard each for season, weekly and tournaments', async () => {
    const { calls, recorded } = recordedLeaderboard();
    openRankings([recorded]);
    await standingRows();
    expect(calls.at(-1)?.params.id).toBe(RUNNING.id);
    fireEvent.click(screen.getByRole('radio', { name: 'Season' }));
    await waitFor(() => expect(calls.at(-1)?.params.id).toBe(SEASON.id));
    expect(currentUrl()).toBe('/rankings?section=season');
    fireEvent.click(screen.getByRole('radio', { name: 'Tournaments' }));
    expect(await screen.findByText('No Tournaments Available')).toBeTruthy();
  });

  it('RANK-02 shows the message in the navigation state once, titled "Success!"', async () => {
    const host = openRankings([FOUR_TEAMS], {
      at: '/rankings?section=season',
      state: { message: 'You are in.' },
    });
    await waitFor(() =>
      expect(host.notices).toEqual([{ kind: 'success', title: 'Success!', message: 'You are in.' }]),
    );
    expect(host.visits).toEqual([{ to: '/rankings?section=season', replace: true, state: null }]);
    await standingRows();
    expect(host.notices).toHaveLength(1);
  });

  it('RANK-09 opens the game in the URL', async () => {
    const { calls, recorded } = recordedLeaderboard();
    openRankings([recorded], { at: `/rankings?game=${NEXT.id}` });
    await standingRows();
    expect(calls.map((call) => call.params.id)).toEqual([NEXT.id]);
    fireEvent.change(screen.getByRole('combobox', { name: 'Game' }), { target: { value: RUNNING.id } });
    await waitFor(() => expect(calls.at(-1)?.params.id).toBe(RUNNING.id));
  });

  it('a link to a game alone opens its section', async () => {
    const cup = buildGame(9, { game_type: 'TOURNAMENT', name: 'Spring Cup' });
    const { calls, recorded } = recordedLeaderboard();
    const cups = fakeResponse(listGames, ({ query }) => {
      const found = query.game_type === 'TOURNAMENT' ? [cup] : [RUNNING];
      return { games: found, total: found.length };
    });
    openRankings([recorded, cups, fakeResponse(getGame, { game: cup })], { at: `/rankings?game=${cup.id}` });
    await waitFor(() => expect(currentUrl()).toBe(`/rankings?section=tournaments&game=${cup.id}`));
    await waitFor(() => expect(calls.at(-1)?.params.id).toBe(cup.id));
  });

  it('before the next game begins, a line tells how the last one ended', async () => {
    const last = buildGame(3, { status: 'COMPLETED', settlement: 'FINAL', name: 'Gameweek 3' });
    const me = buildRow(2, { earned_points: 37.3 });
    const { recorded } = recordedLeaderboard(() => buildLeaderboard([buildRow(1), me], { me }));
    openRankings([recorded, fakeResponse(listGames, { games: [NEXT, last], total: 2 })]);
    const result = await screen.findByRole('region', { name: 'Last result' });
    await waitFor(() =>
      expect(result.textContent).toContain('Gameweek 3 is final. You came 2nd of 2 with 37.3.'),
    );
    fireEvent.click(screen.getByRole('button', { name: 'See it' }));
    expect(currentUrl()).toBe(`/rankings?game=${last.id}`);
  });

  it('RANK-11 shows a failed load of the games', async () => {
    const host = createFakeHost();
    openPage(host, '/rankings');
    expect(await screen.findByText('Failed to load leaderboard')).toBeTruthy();
  });

  it.each([
    ['season', 'No Season Games Available'],
    ['weekly', 'No Weekly Games Available'],
    ['tournaments', 'No Tournaments Available'],
  ])('RANK-12 shows that %s has no games', async (section, title) => {
    openRankings([fakeResponse(listGames, { games: [], total: 0 })], { at: `/rankings?section=${section}` });
    expect(await screen.findByText(title)).toBeTruthy();
  });

  it('RANK-12 shows an empty game and what to do', async () => {
    const host = openRankings([fakeResponse(leaderboard, buildLeaderboard([]))]);
    expect(await screen.findByText('No players found')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Choose a game' }));
    expect(host.visits.at(-1)?.to).toBe('/choose-game');
  });

  it('API-28 requests the latest season, a hundred weekly games and all tournaments, latest first', async () => {
    const asked: FakeRequest['query'][] = [];
    const tournaments = Array.from({ length: 130 }, (_, n) =>
      buildGame(3, { id: gameId(n + 1), game_type: 'TOURNAMENT', name: `Cup ${n + 1}` }),
    );
    openRankings([
      FOUR_TEAMS,
      fakeResponse(listGames, ({ query }) => {
        asked.push(query);
        const all = query.game_type === 'TOURNAMENT' ? tournaments : [RUNNING];
        const from = (Number(query.page) - 1) * Number(query.limit);
        return { games: all.slice(from, from + Number(query.limit)), total: all.length };
      }),
    ]);
    await standingRows();
    for (const section of ['Season', 'Tournaments']) {
      fireEvent.click(screen.getByRole('radio', { name: section }));
      await standingRows();
    }
    const sort = { sort_by: 'start_time', sort_order: 'DESC' };
    expect(asked).toEqual([
      { game_type: 'WEEKLY', limit: '100', page: '1', ...sort },
      { game_type: 'SEASON', limit: '1', page: '1', ...sort },
      { game_type: 'TOURNAMENT', limit: '100', page: '1', ...sort },
      { game_type: 'TOURNAMENT', limit: '100', page: '2', ...sort },
    ]);
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Game' }).options).toHaveLength(130);
  });

  it('API-41 requests games and standings once in 5 minutes when the user switches between them', async () => {
    const asked: string[] = [];
    const { calls, recorded } = recordedLeaderboard();
    openRankings([
      recorded,
      fakeResponse(listGames, ({ query }) => {
        asked.push(query.game_type ?? '');
        return { games: query.game_type === 'SEASON' ? [SEASON] : [RUNNING], total: 1 };
      }),
    ]);
    await standingRows();
    for (const section of ['Season', 'Weekly', 'Season', 'Weekly']) {
      fireEvent.click(screen.getByRole('radio', { name: section }));
      await standingRows();
    }
    expect(asked).toEqual(['WEEKLY', 'SEASON']);
    expect(calls.map((call) => call.params.id)).toEqual([RUNNING.id, SEASON.id]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 });
    fireEvent.click(screen.getByRole('radio', { name: 'Season' }));
    await waitFor(() => expect(calls.map((call) => call.params.id).slice(2)).toContain(SEASON.id));
    vi.useRealTimers();
  });
});
