import { act, cleanup, screen, within } from '@testing-library/react';
import { leaderboard } from '@touchline/api/http/leaderboard';
import { fakeUser } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, describe, expect, it } from 'vitest';
import { buildLeaderboard, buildRow, fakeWallet } from '../testing/build.ts';
import { findRows, openRankings, RUNNING } from '../testing/open-rankings.tsx';

afterEach(cleanup);

const at = (second: number) => ({ updated_at: `2026-08-15T14:00:0${second}.000Z` });
const findMoves = async () =>
  (await findRows()).map(
    (row) => within(row).queryByText(/since the last (update|gameweek)$/)?.textContent ?? null,
  );

describe('rank movement', () => {
  it('rows show moves since the previous gameweek', async () => {
    const rows = [
      buildRow(1, { previous_rank: 4 }),
      buildRow(2, { previous_rank: 1 }),
      buildRow(3, { previous_rank: 3 }),
      buildRow(4),
    ];
    openRankings([fakeResponse(leaderboard, buildLeaderboard(rows))]);
    expect(await findMoves()).toEqual([
      'Up 3 since the last gameweek',
      'Down 1 since the last gameweek',
      null,
      null,
    ]);
  });

  it('rows show moves since the last update until another team moves', async () => {
    let response = buildLeaderboard([buildRow(1), buildRow(2), buildRow(3)], at(1));
    const host = openRankings([fakeResponse(leaderboard, () => response)]);
    expect(await findMoves()).toEqual([null, null, null]);
    const change = (next: typeof response) => {
      response = next;
      act(() => host.emit({ topic: 'leaderboard', game_id: RUNNING.id, gameweek: 3 }));
    };
    const order = [buildRow(3, { rank: 1 }), buildRow(1, { rank: 2 }), buildRow(2, { rank: 3 })];
    change(buildLeaderboard(order, at(2)));
    expect(await screen.findByText('Up 2 since the last update')).toBeTruthy();
    expect(await findMoves()).toEqual([
      'Up 2 since the last update',
      'Down 1 since the last update',
      'Down 1 since the last update',
    ]);
    change(
      buildLeaderboard([buildRow(3, { rank: 1 }), buildRow(2, { rank: 2 }), buildRow(1, { rank: 3 })], at(3)),
    );
    expect(await screen.findByText('Up 1 since the last update')).toBeTruthy();
    expect(await findMoves()).toEqual([null, 'Up 1 since the last update', 'Down 1 since the last update']);
  });

  it("the user's own row from another page shows its movement", async () => {
    const me = buildRow(40, { previous_rank: 52 });
    openRankings([fakeResponse(leaderboard, buildLeaderboard([buildRow(1)], { me, total: 60 }))], {
      user: fakeUser({ wallet_address: fakeWallet(40) }),
    });
    const own = await screen.findByRole('rowgroup', { name: 'Your rank' });
    expect(within(own).getByText('Up 12 since the last gameweek')).toBeTruthy();
  });
});
