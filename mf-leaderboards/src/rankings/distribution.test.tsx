import { cleanup, screen } from '@testing-library/react';
import { leaderboard } from '@touchline/api/http/leaderboard';
import { fakeUser } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, describe, expect, it } from 'vitest';
import { buildLeaderboard, buildRow, fakeWallet } from '../testing/build.ts';
import { findRows, openRankings } from '../testing/open-rankings.tsx';

afterEach(cleanup);

describe('distribution of points', () => {
  const distribution = [
    { from: 40, to: 50, players: 2 },
    { from: 50, to: 60, players: 7 },
    { from: 60, to: 70, players: 1 },
  ];

  const buildLargeLeaderboard = (...[rows, fields]: Parameters<typeof buildLeaderboard>) => {
    const built = buildLeaderboard(rows, fields);
    return { ...built, summary: { ...built.summary, total_players: 10 } };
  };

  it("the histogram describes its largest bar and marks the user's bar", async () => {
    const me = buildRow(2, { earned_points: 61.5 });
    openRankings(
      [fakeResponse(leaderboard, buildLargeLeaderboard([buildRow(1), me], { me, distribution }))],
      {
        user: fakeUser({ wallet_address: fakeWallet(2) }),
      },
    );
    const plot = await screen.findByRole('img', { name: /^Largest group/ });
    expect(plot.getAttribute('aria-label')).toBe('Largest group: 50 to 60 points, 7 teams. You have 61.5.');
    const bars = [...plot.children] as HTMLElement[];
    expect(bars.map((bar) => bar.style.height)).toEqual([
      '28.571428571428573%',
      '100%',
      '14.285714285714286%',
    ]);
    expect(bars.map((bar) => bar.dataset.mine ?? null)).toEqual([null, null, 'true']);
    expect(bars[2]?.title).toBe('60 to 70 points: 1 team');
  });

  it('the histogram is hidden while all points are in one bar', async () => {
    openRankings([
      fakeResponse(
        leaderboard,
        buildLargeLeaderboard([buildRow(1)], { distribution: distribution.slice(0, 1) }),
      ),
    ]);
    await findRows();
    expect(screen.queryByText('Distribution of points')).toBeNull();
  });
});
