import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { leaderboard } from '@touchline/api/http/leaderboard';
import { type PublicLineup, publicLineup } from '@touchline/api/http/lineups';
import { type FakeRequest, fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildLeaderboard, buildPublicPlayer, buildRow, fakeWallet } from '../testing/build.ts';
import { getCurrentUrl } from '../testing/open-page.tsx';
import { findRows, openRankings, RUNNING } from '../testing/open-rankings.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const rows = [1, 2, 3].map((n) => buildRow(n));
const fakeLeaderboard = fakeResponse(leaderboard, buildLeaderboard(rows));
const second = rows[1]?.participation_id as string;

const ALL_HIDDEN: PublicLineup = {
  team_name: 'Team 2',
  wallet_address: fakeWallet(2),
  gameweek: null,
  formation: null,
  players: [],
  hidden: 15,
};

const PARTLY_HIDDEN: PublicLineup = {
  ...ALL_HIDDEN,
  gameweek: 3,
  formation: '3-4-3',
  players: [
    buildPublicPlayer(1, 'Raya', { position: 1, points: 6 }),
    buildPublicPlayer(2, 'Saka', {
      points: 11,
      provisional_bonus: 3,
      minutes: 61,
      playing: true,
      over: false,
      captain: true,
      doubled: true,
    }),
    buildPublicPlayer(3, 'Havertz', { position: 4, points: 0, minutes: 0, vice_captain: true }),
    buildPublicPlayer(4, 'Timber', {
      position: 2,
      on_field: false,
      bench_place: 3,
      points: 1,
      substitution: { comes_on: true, projected: true },
    }),
  ],
  hidden: 11,
};

const findOpener = async (name: string) =>
  within((await findRows())[1] as HTMLElement).getByRole('button', { name });
const openPreview = async () => fireEvent.click(await findOpener('Team 2'));
const findDrawer = () => screen.findByRole('dialog', { name: 'Team 2' });
const readItems = (list: HTMLElement) =>
  within(list)
    .getAllByRole('listitem')
    .map((item) => item.querySelector('span:not([aria-hidden])')?.textContent);

describe('team preview', () => {
  it('the preview shows locked players with points, minutes and armbands, and the number of hidden players', async () => {
    const requests: FakeRequest[] = [];
    const lineup = fakeResponse(publicLineup, (request) => {
      requests.push(request);
      return PARTLY_HIDDEN;
    });
    openRankings([fakeLeaderboard, lineup]);
    await openPreview();
    const open = within(await findDrawer());
    expect(await open.findByText('Gameweek 3, 3-4-3. 11 players are still hidden.')).toBeTruthy();
    expect(requests.map(({ params }) => params)).toEqual([{ id: RUNNING.id, participation_id: second }]);
    expect(readItems(open.getByRole('list', { name: 'Pitch, 3-4-3' }))).toEqual([
      "Raya, goalkeeper, ARS, 6, 90'",
      'Hidden defender',
      'Hidden defender',
      'Hidden defender',
      "Saka, midfielder, ARS, captain, 22 provisional, match on now, 61'",
      'Hidden midfielder',
      'Hidden midfielder',
      'Hidden midfielder',
      'Havertz, forward, ARS, vice-captain, 0, did not play',
      'Hidden forward',
      'Hidden forward',
    ]);
    expect(readItems(open.getByRole('list', { name: 'Bench' }))).toEqual([
      'Bench 1, Hidden player',
      'Bench 2, Hidden player',
      'Bench 3, Timber, defender, ARS, 1, Set to come on',
      'Bench 4, Hidden player',
    ]);
    expect(open.getByText(/Bonus points are provisional/)).toBeTruthy();
    expect(open.getByText('98.0')).toBeTruthy();
  });

  it('the preview shows no rank before a team has points, as the table', async () => {
    const none = rows.map((row) => ({ ...row, rank: 1, earned_points: 0, gameweek_points: 0 }));
    openRankings([fakeResponse(leaderboard, buildLeaderboard(none)), fakeResponse(publicLineup, ALL_HIDDEN)]);
    await openPreview();
    const rank = within(await findDrawer()).getByText('Rank');
    expect(rank.nextElementSibling?.textContent).toBe('-No rank yet');
  });

  it("the preview compares the visible players and armbands with those of the user's team", async () => {
    const own = buildRow(9);
    const mine: PublicLineup = {
      ...PARTLY_HIDDEN,
      players: [
        buildPublicPlayer(1, 'Raya', { position: 1, points: 6 }),
        buildPublicPlayer(2, 'Saka', { points: 11 }),
        buildPublicPlayer(7, 'Palmer', { points: 8, captain: true, doubled: true }),
      ],
    };
    const lineup = fakeResponse(publicLineup, ({ params }) =>
      params.participation_id === own.participation_id ? mine : PARTLY_HIDDEN,
    );
    openRankings([fakeResponse(leaderboard, buildLeaderboard(rows, { me: own })), lineup]);
    await openPreview();
    const compared = await within(await findDrawer()).findByRole('region', {
      name: 'Compared with your team',
    });
    expect(compared.textContent).toBe(
      'Compared with your team2 players in common.Only in this team, 12 points: Saka as captain +11, Timber 1, Havertz 0Only in your team, 16 points: Palmer 16',
    );
    // A name in Hebrew must not move the points after it.
    expect([...compared.querySelectorAll('bdi')].map((name) => name.textContent)).toEqual([
      'this team',
      'your team',
    ]);
  });

  it('all players are hidden before the first kick-off', async () => {
    openRankings([fakeLeaderboard, fakeResponse(publicLineup, ALL_HIDDEN)]);
    await openPreview();
    const open = within(await findDrawer());
    expect(await open.findByText('Hidden until kick-off')).toBeTruthy();
    expect(open.getByText(/15 players are still hidden/)).toBeTruthy();
    expect(open.queryByRole('list')).toBeNull();
  });

  it('the preview has a URL and keeps page and filters', async () => {
    openRankings([fakeLeaderboard, fakeResponse(publicLineup, PARTLY_HIDDEN)], {
      at: '/rankings?per_page=10&search=Team',
    });
    await openPreview();
    await findDrawer();
    // The URL contains the game, because the default game of the section changes.
    const address = `/rankings?game=${RUNNING.id}&per_page=10&search=Team`;
    expect(getCurrentUrl()).toBe(`${address}&team=${second}`);
    fireEvent.click(screen.getByRole('button', { name: 'Close', hidden: true }));
    await waitFor(() => expect(getCurrentUrl()).toBe(address));
  });

  it('a URL opens the preview of a team from another page, with its name', async () => {
    const elsewhere = buildRow(77).participation_id;
    openRankings([fakeLeaderboard, fakeResponse(publicLineup, { ...PARTLY_HIDDEN, team_name: 'Far Away' })], {
      at: `/rankings?team=${elsewhere}`,
    });
    const open = within(await screen.findByRole('dialog', { name: 'Team' }));
    expect(await open.findByRole('heading', { name: 'Far Away' })).toBeTruthy();
  });

  it('the preview reloads when the leaderboard changes, and every 30 seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let lineup = ALL_HIDDEN;
    let requests = 0;
    const host = openRankings([
      fakeLeaderboard,
      fakeResponse(publicLineup, () => {
        requests += 1;
        return lineup;
      }),
    ]);
    await openPreview();
    const open = within(await findDrawer());
    expect(await open.findByText('Hidden until kick-off')).toBeTruthy();
    lineup = PARTLY_HIDDEN;
    act(() => host.emit({ topic: 'leaderboard', game_id: RUNNING.id, gameweek: 3 }));
    expect(await open.findByText(/11 players are still hidden/)).toBeTruthy();
    expect(requests).toBe(2);
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect(requests).toBe(3);
  });

  it.each([
    ['NOT_FOUND', 'This team is not in this game', false],
    ['VALIDATION_FAILED', 'This team is not in this game', false],
    ['UPSTREAM_UNAVAILABLE', 'Failed to load the team', true],
  ] as const)('the error %s is explained', async (code, title, retry) => {
    openRankings([
      fakeLeaderboard,
      fakeResponse(publicLineup, () => {
        throw new TouchlineError(code, 'no');
      }),
    ]);
    await openPreview();
    const open = within(await findDrawer());
    expect(await open.findByText(title)).toBeTruthy();
    expect(open.queryByRole('button', { name: 'Try Again' }) !== null).toBe(retry);
  });

  it('closing the preview returns focus to the clicked team', async () => {
    openRankings([fakeLeaderboard, fakeResponse(publicLineup, PARTLY_HIDDEN)]);
    const button = await findOpener('Team 2');
    button.focus();
    fireEvent.click(button);
    await findDrawer();
    fireEvent.keyDown(await findDrawer(), { key: 'Escape' });
    await waitFor(() => expect(document.activeElement).toBe(button));
  });
});
