import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { leaderboard } from '@touchline/api/http/leaderboard';
import type { PrizeState } from '@touchline/api/http/prize-plans';
import { gamePrizes } from '@touchline/api/http/prizes';
import { deferred } from '@touchline/host/testing/deferred';
import { fakeUser } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, describe, expect, it } from 'vitest';
import { buildLeaderboard, buildRow } from '../testing/build.ts';
import { FOUR_TEAMS, findRows, openRankings, ROWS } from '../testing/open-rankings.tsx';
import { buildPrizes } from '../testing/prizes.ts';

afterEach(cleanup);

const SETTLED = '2026-08-20T12:00:00.000Z';
const LEVELS: Parameters<typeof buildPrizes>[0] = [
  [1, 1, 130],
  [2, 2, 70],
];
const { summary: SUMMARY } = buildLeaderboard(ROWS);

/** Opens the rankings of a game for stakers as the winner, with this many of the four teams that can win. @returns the prize levels */
async function openForStakers(entrants: number, state: PrizeState) {
  const prizes = { ...buildPrizes(LEVELS, [1, 2], { eligibility: 'STAKERS', state }), entrants };
  const [me] = ROWS;
  openRankings(
    [
      fakeResponse(leaderboard, buildLeaderboard(ROWS.slice(1), { summary: SUMMARY, me: me! })),
      fakeResponse(gamePrizes, prizes),
    ],
    { user: fakeUser({ wallet_address: me!.wallet_address }) },
  );
  await findRows();
  return screen.findByRole('region', { name: 'Prize levels' });
}

describe('prizes in the rankings', () => {
  it('rows show provisional prizes, and a line is below the last paid place', async () => {
    openRankings([FOUR_TEAMS, fakeResponse(gamePrizes, buildPrizes(LEVELS))]);
    const head = await screen.findByRole('columnheader', { name: /Prize \(WLD\)/ });
    expect(within(head).getByText('provisional')).toBeTruthy();
    expect((await findRows()).slice(0, 5).map((row) => row.lastElementChild?.textContent)).toEqual([
      '130',
      '70',
      'Last paid place: 2',
      '–No prize',
      '–No prize',
    ]);
    const levels = screen.getByRole('region', { name: 'Prize levels' });
    expect(levels.textContent).toContain('Provisional');
    expect(within(levels).getByText('Team 2')).toBeTruthy();
  });

  it('rows appear together with their prizes, which make them higher', async () => {
    const { promise: held, resolve: respond } = deferred();
    const slow = fakeResponse(gamePrizes, async () => {
      await held;
      return buildPrizes(LEVELS);
    });
    const host = openRankings([FOUR_TEAMS, slow]);
    expect(await screen.findByText('4 teams')).toBeTruthy();
    await waitFor(() => expect(host.queryClient.isFetching()).toBe(1));
    expect(screen.queryByRole('table', { name: 'Leaderboard' })).toBeNull();
    await act(async () => respond());
    await findRows();
    expect(screen.getByRole('columnheader', { name: /Prize/ })).toBeTruthy();
  });

  it('rows appear without prizes that cannot be loaded', async () => {
    openRankings([FOUR_TEAMS]);
    expect(await findRows()).toHaveLength(4);
    expect(screen.queryByRole('columnheader', { name: /Prize/ })).toBeNull();
  });

  it('prizes of a settled game are final', async () => {
    openRankings([
      FOUR_TEAMS,
      fakeResponse(gamePrizes, { ...buildPrizes(LEVELS, [1, 2], { state: 'PAID' }), settled_at: SETTLED }),
    ]);
    await screen.findByRole('columnheader', { name: 'Prize (WLD)' });
    const levels = within(screen.getByRole('region', { name: 'Prize levels' }));
    expect(levels.getByText('Final')).toBeTruthy();
    expect(levels.getByRole('link', { name: 'Result and payment' })).toBeTruthy();
  });

  it("the user's own row shows the points to the next prize", async () => {
    const me = buildRow(4);
    openRankings([FOUR_TEAMS, fakeResponse(gamePrizes, buildPrizes(LEVELS))], {
      user: fakeUser({ wallet_address: me.wallet_address }),
    });
    expect(await screen.findByText('2 points from the next prize')).toBeTruthy();
  });

  it('teams that tie over the last paid place share its prize', async () => {
    const tied = [buildRow(1), buildRow(2, { rank: 2 }), buildRow(3, { rank: 2 }), buildRow(4)];
    openRankings([
      fakeResponse(leaderboard, buildLeaderboard(tied)),
      fakeResponse(gamePrizes, buildPrizes(LEVELS, [1, 2])),
    ]);
    await screen.findByRole('columnheader', { name: /Prize/ });
    const cells = (await findRows()).slice(0, 4).map((row) => row.lastElementChild?.textContent);
    expect(cells).toEqual(['130', '35', '35', 'Last paid place: 2']);
  });

  it('while some teams cannot win, rows have no amounts, because the number of places that the others move up is unknown', async () => {
    const levels = await openForStakers(3, 'REVIEW');
    expect(levels.textContent).toContain('Only teams with an active stake at the start win prizes');
    expect(screen.queryByRole('columnheader', { name: /Prize/ })).toBeNull();
  });

  it.each([
    [3, 'REVIEW', false],
    [4, 'REVIEW', true],
    // The number is that of all teams until the review.
    [4, 'PROVISIONAL', false],
  ] as const)(
    'game rule 8.11: with %i of 4 teams that can win in state %s, levels show ranks: %s',
    async (entrants, state, isShown) => {
      const levels = within(await openForStakers(entrants, state));
      expect(levels.queryByText('your place') !== null).toBe(isShown);
      expect(levels.queryByText('Team 1') !== null).toBe(isShown);
      expect(levels.queryByRole('columnheader', { name: 'Last entry' }) !== null).toBe(isShown);
      expect(screen.queryByRole('columnheader', { name: /Prize/ }) !== null).toBe(isShown);
    },
  );

  it('game rule 8.11: a game for entrants says that the paid game must be joined before this one starts', async () => {
    const prizes = buildPrizes(LEVELS, [1, 2], { eligibility: 'ENTRANTS' });
    openRankings([FOUR_TEAMS, fakeResponse(gamePrizes, prizes)]);
    const levels = await screen.findByRole('region', { name: 'Prize levels' });
    expect(levels.textContent).toContain(
      'Only players who join a paid game of this season before this game starts can win prizes',
    );
  });

  it('the line of the last paid place is below the last row of a page, unless the list ends there', async () => {
    const rows = Array.from({ length: 10 }, (_, index) => buildRow(index + 1));
    const prizes = fakeResponse(gamePrizes, buildPrizes([[1, 10, 20]]));
    for (const [total, isShown] of [
      [11, true],
      [10, false],
    ] as const) {
      openRankings([fakeResponse(leaderboard, buildLeaderboard(rows, { total })), prizes], {
        at: '/rankings?per_page=10',
      });
      await screen.findByRole('columnheader', { name: /Prize/ });
      const last = (await findRows()).at(-1);
      expect(last?.textContent === 'Last paid place: 10').toBe(isShown);
      cleanup();
    }
  });

  it('a game without prizes has no column', async () => {
    openRankings([FOUR_TEAMS, fakeResponse(gamePrizes, buildPrizes([], [], { pool: '0' }))]);
    await findRows();
    expect(screen.queryByRole('columnheader', { name: /Prize/ })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Prize levels' })).toBeNull();
  });
});
