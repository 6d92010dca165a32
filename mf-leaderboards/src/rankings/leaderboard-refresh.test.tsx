import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { leaderboard } from '@touchline/api/http/leaderboard';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildLeaderboard, buildRow, gameId } from '../testing/build.ts';
import { openRankings, ROWS, RUNNING, recordedLeaderboard, standingRows } from '../testing/open-rankings.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('refresh of the standings', () => {
  it('RANK-10 reloads every 30 seconds, whether the stream is up or down', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { calls, recorded } = recordedLeaderboard();
    const host = openRankings([recorded]);
    await standingRows();
    expect(calls).toHaveLength(1);
    for (const [reload, connected] of [true, false].entries()) {
      act(() => host.live.set({ connected }));
      await act(() => vi.advanceTimersByTimeAsync(25_000));
      expect(calls).toHaveLength(1 + reload);
      await act(() => vi.advanceTimersByTimeAsync(5_000));
      expect(calls).toHaveLength(2 + reload);
    }
  });

  it('reloads at once when these standings change, and not for other games', async () => {
    const { calls, recorded } = recordedLeaderboard();
    const host = openRankings([recorded]);
    await standingRows();
    act(() => host.emit({ topic: 'leaderboard', game_id: gameId(8), gameweek: 3 }));
    act(() => host.emit({ topic: 'leaderboard', game_id: RUNNING.id, gameweek: 3 }));
    await waitFor(() => expect(calls).toHaveLength(2));
    act(() => host.emit({ topic: 'reset' }));
    await waitFor(() => expect(calls).toHaveLength(3));
  });

  it('shows the new order and points on arrival', async () => {
    let goal = false;
    const { recorded } = recordedLeaderboard(() =>
      buildLeaderboard(
        goal
          ? [buildRow(2, { rank: 1, earned_points: 120 }), buildRow(1, { rank: 2 }), buildRow(3), buildRow(4)]
          : ROWS,
      ),
    );
    const host = openRankings([recorded]);
    await standingRows();
    goal = true;
    act(() => host.emit({ topic: 'leaderboard', game_id: RUNNING.id, gameweek: 3 }));
    expect((await screen.findAllByText('120.0')).length).toBeGreaterThan(0);
    const names = (await standingRows()).map((row) => within(row).getByText(/^Team/).textContent);
    expect(names.slice(0, 2)).toEqual(['Team 2', 'Team 1']);
  });

  it('RANK-11 keeps the standings when a refresh fails, and says so', async () => {
    let down = false;
    const { recorded } = recordedLeaderboard(() => {
      if (down) throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'Down for a moment');
      return buildLeaderboard(ROWS);
    });
    const host = openRankings([recorded]);
    await standingRows();
    down = true;
    act(() => host.emit({ topic: 'leaderboard', game_id: RUNNING.id, gameweek: 3 }));
    expect(
      (await screen.findByText(/Failed to load leaderboard\. Showing the standings/)).textContent,
    ).toMatch(/of \d\d:\d\d:\d\d, retrying/);
    expect(await standingRows()).toHaveLength(4);
  });

  it('RANK-11 shows a failed load and retries on demand', async () => {
    let down = true;
    const { recorded } = recordedLeaderboard(() => {
      if (down) throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'Down for a moment');
      return buildLeaderboard(ROWS);
    });
    openRankings([recorded]);
    expect(await screen.findByText('Failed to load leaderboard')).toBeTruthy();
    down = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await standingRows()).toHaveLength(4);
  });

  it.each([
    ['an object where the list should be', { ...buildLeaderboard([]), leaderboard: { row: 1 } }],
    ['an empty object', {}],
    ['nothing', null],
  ])('RANK-13 treats %s as an empty leaderboard', async (_, data) => {
    openRankings([{ endpoint: leaderboard, reply: () => data }]);
    expect(await screen.findByText('No players found')).toBeTruthy();
  });

  it('RANK-13 treats other malformed answers as a failure', async () => {
    openRankings([{ endpoint: leaderboard, reply: () => ({ ...buildLeaderboard(ROWS), summary: 'none' }) }]);
    expect(await screen.findByText('Failed to load leaderboard')).toBeTruthy();
  });
});
