import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type LeaderboardRow, leaderboard } from '@touchline/api/http/leaderboard';
import { gamePrizes } from '@touchline/api/http/prizes';
import { fakeUser } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildLeaderboard, buildRow, fakeWallet } from '../testing/build.ts';
import { FOUR_TEAMS, findRows, openRankings, ROWS, recordLeaderboard } from '../testing/open-rankings.tsx';
import { buildPrizes } from '../testing/prizes.ts';

afterEach(cleanup);

describe('leaderboard rows', () => {
  it('RANK-07 the first three ranks have icons, and coefficients above 1.2 are emphasised', async () => {
    const coefficients = [1.25, 1.2, 1.05, 1];
    const list = ROWS.map((row, at) => ({ ...row, coefficient_applied: coefficients[at] ?? 1 }));
    openRankings([fakeResponse(leaderboard, buildLeaderboard(list))]);
    const cells = (await findRows()).map((row) => within(row));
    expect(cells.map((row) => row.queryByRole('img')?.getAttribute('aria-label') ?? null)).toEqual([
      'First place',
      'Second place',
      'Third place',
      null,
    ]);
    const badges = cells.map((row) => row.getByText(/x$/).closest<HTMLElement>('.mantine-Badge-root'));
    const light = 'var(--mantine-color-gray-light)';
    expect(badges.map((badge) => badge?.style.getPropertyValue('--badge-bg'))).toEqual([
      'var(--mantine-color-gold-filled)',
      light,
      light,
      light,
    ]);
  });

  it('ranks are grouped in thousands', async () => {
    const me = buildRow(4, { rank: 12345 });
    openRankings([fakeResponse(leaderboard, buildLeaderboard([me], { me }))]);
    expect(within((await findRows())[0]!).getByText('12,345')).toBeTruthy();
    expect(screen.getByText('You are ranked 12,345 with 96.0 points')).toBeTruthy();
  });

  it('RANK-08 earned points have one decimal, and the fee has none', async () => {
    openRankings([fakeResponse(leaderboard, buildLeaderboard([buildRow(1, { earned_points: 12.34 })]))], {
      at: '/rankings?section=season',
    });
    const [row] = await findRows();
    expect(within(row as HTMLElement).getByText('12.3')).toBeTruthy();
    expect(screen.getByText('Entry fee: 500 FOOTBALL')).toBeTruthy();
  });

  it("rows show captain and played starters; other users' captains may be hidden, the user's own never is", async () => {
    const captain = { web_name: 'Lomekolade', vice_captain: false };
    const [first, second, third] = ROWS as [LeaderboardRow, LeaderboardRow, LeaderboardRow];
    const rows = [
      { ...first, captain, played: 7 },
      { ...second, captain: { web_name: 'Saka', vice_captain: true }, played: 11 },
      { ...third, captain: null, played: 3 },
    ];
    const me = { ...third, captain, played: 3 };
    const readCells = async () =>
      (await findRows()).map((row) =>
        within(row)
          .getAllByRole('cell')
          .slice(2, 4)
          .map((cell) => cell.textContent),
      );
    openRankings([fakeResponse(leaderboard, buildLeaderboard(rows))]);
    expect(await readCells()).toEqual([
      ['Captain CLomekolade', '7/117 of 11 played'],
      ['Vice-captain VSaka', '11/1111 of 11 played'],
      ['–Hidden until their match kicks off', '3/113 of 11 played'],
    ]);
    cleanup();
    openRankings([fakeResponse(leaderboard, buildLeaderboard(rows, { me }))], {
      user: fakeUser({ wallet_address: me.wallet_address }),
    });
    await waitFor(async () => expect((await readCells())[2]?.[0]).toBe('Captain CLomekolade'));
  });

  it('DATA-11 a row shows the team name with the short wallet below it', async () => {
    openRankings([FOUR_TEAMS]);
    const [first] = await findRows();
    expect(first?.textContent).toContain('Team 1');
    expect(first?.textContent).toContain('0x0000...0001');
  });

  it('DATA-13 the summary shows teams, scores and gameweek', async () => {
    openRankings([FOUR_TEAMS]);
    await findRows();
    for (const [label, value] of [
      ['Teams', '4'],
      ['Top score', '99.0'],
      ['Average score', '97.5'],
      ['Gameweek', '3'],
    ])
      expect(screen.getByText(label as string, { selector: 'span' }).parentElement?.textContent).toBe(
        `${label}${value}`,
      );
  });
});

describe("the user's own row", () => {
  const signedIn = (me: ReturnType<typeof buildRow>) => {
    openRankings([fakeResponse(leaderboard, buildLeaderboard(ROWS, { me, total: 300 }))], {
      user: fakeUser({ wallet_address: me.wallet_address }),
    });
  };

  it("the user's own row opens the team page instead of the public preview", async () => {
    const me = buildRow(2);
    const host = openRankings([fakeResponse(leaderboard, buildLeaderboard(ROWS, { me }))], {
      user: fakeUser({ wallet_address: me.wallet_address }),
    });
    const mine = (await findRows()).find((row) => row.dataset.me) as HTMLElement;
    fireEvent.click(within(mine).getByRole('button'));
    expect(host.visits).toEqual([{ to: `/team-view/${me.participation_id}` }]);
  });

  it('RANK-07 ranks and icons are hidden until a team has points', async () => {
    const none = ROWS.map((row) => ({ ...row, rank: 1, earned_points: 0, gameweek_points: 0 }));
    openRankings([fakeResponse(leaderboard, buildLeaderboard(none))]);
    const [first] = await findRows();
    expect(first?.textContent).toContain('No rank yet');
    expect(screen.queryByRole('img', { name: 'First place' })).toBeNull();
  });

  it("DATA-12 the user's own row is marked", async () => {
    signedIn(buildRow(2));
    const mine = (await findRows()).filter((row) => row.dataset.me);
    expect(mine.map((row) => within(row).getByText(/^Team/).textContent)).toEqual(['Team 2']);
    expect(within(mine[0] as HTMLElement).getByText('You')).toBeTruthy();
  });

  it("the user's own row from another page is shown with its rank", async () => {
    signedIn(buildRow(231));
    const own = await screen.findByRole('rowgroup', { name: 'Your rank' });
    expect(own.textContent).toContain('231');
    expect(own.textContent).toContain('Team 231');
    expect(screen.getByText('You are ranked 231 with -131.0 points').getAttribute('aria-live')).toBe(
      'polite',
    );
  });

  it("the user's own row is loaded on sign-in", async () => {
    const { requests, response } = recordLeaderboard();
    const host = openRankings([response]);
    await findRows();
    act(() => host.session.set({ status: 'player', user: fakeUser({ wallet_address: fakeWallet(1) }) }));
    await waitFor(() => expect(requests).toHaveLength(2));
    expect((await findRows())[0]?.dataset.me).toBe('true');
  });
});

describe('leaderboard on a phone', () => {
  const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: { width: number }): void } };
  beforeEach(() => happyDOM.setViewport({ width: 360 }));
  afterEach(() => happyDOM.setViewport({ width: 1024 }));

  it('a phone shows one card per team', async () => {
    const captain = { web_name: 'Lomekolade', vice_captain: false };
    openRankings([
      fakeResponse(leaderboard, buildLeaderboard(ROWS.map((row) => ({ ...row, captain, played: 7 })))),
    ]);
    const list = await screen.findByRole('list', { name: 'Leaderboard' });
    expect(within(list).getAllByText(/^Team \d/)).toHaveLength(4);
    expect(within(list).getAllByText('Lomekolade')).toHaveLength(4);
    expect(within(list).getAllByText('7 of 11 played')).toHaveLength(4);
    expect(screen.queryByRole('table')).toBeNull();
  });

  it.each([
    ['REVIEW', true],
    ['SETTLED', false],
  ] as const)(
    'a phone shows whether the prizes of a final list in %s are provisional',
    async (state, isShown) => {
      openRankings([
        fakeResponse(leaderboard, buildLeaderboard(ROWS)),
        fakeResponse(gamePrizes, buildPrizes([[1, 1, 130]], [1, 2], { state })),
      ]);
      const list = await screen.findByRole('list', { name: 'Leaderboard' });
      expect(await within(list).findByText('130 WLD')).toBeTruthy();
      expect(screen.queryByText('Prizes are provisional') !== null).toBe(isShown);
    },
  );
});
