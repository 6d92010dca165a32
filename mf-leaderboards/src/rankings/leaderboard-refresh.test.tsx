import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { gameweekFixtures } from '@touchline/api/http/fpl';
import { leaderboard } from '@touchline/api/http/leaderboard';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildLeaderboard, buildRow, fakeGameId } from '../testing/build.ts';
import { findRows, openRankings, ROWS, RUNNING, recordLeaderboard } from '../testing/open-rankings.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('leaderboard refresh', () => {
  it('RANK-10 the leaderboard reloads every 30 seconds, whether the stream is up or down', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { requests, response } = recordLeaderboard();
    const host = openRankings([response]);
    await findRows();
    expect(requests).toHaveLength(1);
    for (const [reload, connected] of [true, false].entries()) {
      act(() => host.live.set({ connected }));
      await act(() => vi.advanceTimersByTimeAsync(25_000));
      expect(requests).toHaveLength(1 + reload);
      await act(() => vi.advanceTimersByTimeAsync(5_000));
      expect(requests).toHaveLength(2 + reload);
    }
  });

  it('a live message for this game reloads the leaderboard immediately; one for another game does not', async () => {
    const { requests, response } = recordLeaderboard();
    const host = openRankings([response]);
    await findRows();
    act(() => host.emit({ topic: 'leaderboard', game_id: fakeGameId(8), gameweek: 3 }));
    act(() => host.emit({ topic: 'leaderboard', game_id: RUNNING.id, gameweek: 3 }));
    await waitFor(() => expect(requests).toHaveLength(2));
    act(() => host.emit({ topic: 'reset' }));
    await waitFor(() => expect(requests).toHaveLength(3));
  });

  it('a live message shows the new order and points', async () => {
    let goal = false;
    const { response } = recordLeaderboard(() =>
      buildLeaderboard(
        goal
          ? [buildRow(2, { rank: 1, earned_points: 120 }), buildRow(1, { rank: 2 }), buildRow(3), buildRow(4)]
          : ROWS,
      ),
    );
    const host = openRankings([response]);
    await findRows();
    goal = true;
    act(() => host.emit({ topic: 'leaderboard', game_id: RUNNING.id, gameweek: 3 }));
    expect((await screen.findAllByText('120.0')).length).toBeGreaterThan(0);
    const names = (await findRows()).map((row) => within(row).getByText(/^Team/).textContent);
    expect(names.slice(0, 2)).toEqual(['Team 2', 'Team 1']);
  });

  it('the rankings show the age of points from a delayed feed until the feed has caught up', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let stale = true;
    const matches = fakeResponse(gameweekFixtures, ({ params }) => {
      expect(params).toEqual({ gameweek: '3' });
      const updated_at = new Date(Date.now() - (stale ? 2 * 3_600_000 : 0)).toISOString();
      return { fixtures: [], season: '2026', updated_at, stale };
    });
    openRankings([recordLeaderboard().response, matches], { now: Date.now });
    expect(await screen.findByText('Live data is delayed. Last updated 2 hours ago.')).toBeTruthy();
    stale = false;
    await act(() => vi.advanceTimersByTimeAsync(31_000));
    expect(screen.queryByText(/Live data is delayed/)).toBeNull();
  });

  it('RANK-11 a failed refresh keeps the rows and shows an error', async () => {
    let down = false;
    const { response } = recordLeaderboard(() => {
      if (down) throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'Temporarily down');
      return buildLeaderboard(ROWS);
    });
    const host = openRankings([response]);
    await findRows();
    down = true;
    act(() => host.emit({ topic: 'leaderboard', game_id: RUNNING.id, gameweek: 3 }));
    expect((await screen.findByText(/Failed to load leaderboard\. Showing data/)).textContent).toMatch(
      /from \d\d:\d\d:\d\d; retrying/,
    );
    expect(await findRows()).toHaveLength(4);
  });

  it('RANK-11 a failed load shows an error and can be retried', async () => {
    let down = true;
    const { response } = recordLeaderboard(() => {
      if (down) throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'Temporarily down');
      return buildLeaderboard(ROWS);
    });
    openRankings([response]);
    expect(await screen.findByText('Failed to load leaderboard')).toBeTruthy();
    down = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await findRows()).toHaveLength(4);
  });

  it.each([
    ['an object in place of the list', { ...buildLeaderboard([]), leaderboard: { row: 1 } }],
    ['an empty object', {}],
    ['a null response', null],
  ])('RANK-13 %s counts as an empty leaderboard', async (_, data) => {
    openRankings([{ endpoint: leaderboard, reply: () => data }]);
    expect(await screen.findByText('No players found')).toBeTruthy();
  });

  it('RANK-13 any other malformed response shows an error', async () => {
    openRankings([{ endpoint: leaderboard, reply: () => ({ ...buildLeaderboard(ROWS), summary: 'none' }) }]);
    expect(await screen.findByText('Failed to load leaderboard')).toBeTruthy();
  });
});
