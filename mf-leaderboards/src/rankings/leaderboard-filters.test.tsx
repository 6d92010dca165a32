import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { leaderboard } from '@touchline/api/http/leaderboard';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, describe, expect, it } from 'vitest';
import { buildLeaderboard } from '../testing/build.ts';
import { currentUrl } from '../testing/open-page.tsx';
import {
  FOUR_TEAMS,
  openRankings,
  ROWS,
  recordedLeaderboard,
  standingRows,
} from '../testing/open-rankings.tsx';

afterEach(cleanup);

describe('filters and pages of the standings', () => {
  it('RANK-03 offers 10, 25, 50, 75 and 100 per page and asks for 50', async () => {
    const { calls, recorded } = recordedLeaderboard();
    openRankings([recorded]);
    await standingRows();
    const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Per page' });
    expect([...choice.options].map((option) => option.value)).toEqual(['10', '25', '50', '75', '100']);
    expect(choice.value).toBe('50');
    expect(calls[0]?.query.limit).toBe('50');
    fireEvent.change(choice, { target: { value: '10' } });
    await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ limit: '10', page: '1' }));
    expect(currentUrl()).toBe('/rankings?per_page=10');
  });

  it('RANK-03 pages on the server and keeps the page in the URL', async () => {
    const { calls, recorded } = recordedLeaderboard(() => buildLeaderboard(ROWS, { total: 120 }));
    openRankings([recorded]);
    await standingRows();
    fireEvent.click(screen.getByRole('button', { name: 'next page' }));
    await waitFor(() => expect(calls.at(-1)?.query.page).toBe('2'));
    expect(currentUrl()).toBe('/rankings?page=2');
  });

  it('RANK-03 shows no count and no time while the next page loads', async () => {
    let respond = () => {};
    const { recorded } = recordedLeaderboard(() => buildLeaderboard(ROWS, { total: 120 }));
    const slow = fakeResponse(leaderboard, async (call) => {
      if (call.query.page === '2')
        await new Promise<void>((done) => {
          respond = done;
        });
      return recorded.reply(call) as ReturnType<typeof buildLeaderboard>;
    });
    openRankings([slow]);
    await standingRows();
    expect(screen.getByText('120 teams')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'next page' }));
    await waitFor(() => expect(currentUrl()).toBe('/rankings?page=2'));
    expect(screen.queryByText('120 teams')).toBeNull();
    expect(screen.queryByText(/^Updated/)).toBeNull();
    expect(screen.getByText('Loading')).toBeTruthy();
    respond();
    expect(await screen.findByText(/^Updated \d\d:\d\d:\d\d$/)).toBeTruthy();
  });

  it('RANK-03 falls back to the last page', async () => {
    const { recorded } = recordedLeaderboard(({ query }) =>
      buildLeaderboard(query.page === '1' ? ROWS : [], { total: 4 }),
    );
    openRankings([recorded], { at: '/rankings?page=9' });
    expect(await standingRows()).toHaveLength(4);
    expect(currentUrl()).toBe('/rankings');
  });

  it('RANK-04 searches team name or wallet on the server, from the first page', async () => {
    const { calls, recorded } = recordedLeaderboard();
    openRankings([recorded], { at: '/rankings?page=1&per_page=10' });
    await standingRows();
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value: ' Team 2 ' } });
    await waitFor(() =>
      expect(calls.at(-1)?.query).toMatchObject({ search: 'Team 2', page: '1', limit: '10' }),
    );
    expect(currentUrl()).toBe('/rankings?per_page=10&search=Team+2');
  });

  it('RANK-04 leaves the field alone while the user types, though the search is trimmed', async () => {
    openRankings([FOUR_TEAMS]);
    await standingRows();
    const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' });
    fireEvent.change(field, { target: { value: 'Team ' } });
    await waitFor(() => expect(currentUrl()).toBe('/rankings?search=Team'));
    expect(field.value).toBe('Team ');
    fireEvent.change(field, { target: { value: 'Team 2' } });
    await waitFor(() => expect(currentUrl()).toBe('/rankings?search=Team+2'));
  });

  it('RANK-05 asks for stakers only', async () => {
    const { calls, recorded } = recordedLeaderboard();
    openRankings([recorded]);
    await standingRows();
    expect(calls[0]?.query.staked_only).toBeUndefined();
    fireEvent.click(screen.getByRole('switch', { name: 'Staked Only' }));
    await waitFor(() => expect(calls.at(-1)?.query.staked_only).toBe('true'));
  });

  it('RANK-06 sorts by each of the four values, in both directions', async () => {
    const { calls, recorded } = recordedLeaderboard();
    openRankings([recorded]);
    await standingRows();
    for (const [label, sort_by] of [
      ['Gameweek Points', 'gameweek_points'],
      ['Coefficient', 'coefficient'],
      ['Team Value', 'team_value'],
    ]) {
      fireEvent.click(screen.getByRole('button', { name: label as string }));
      await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ sort_by, sort_order: 'desc' }));
    }
    fireEvent.click(screen.getByRole('button', { name: 'Team Value' }));
    await waitFor(() =>
      expect(calls.at(-1)?.query).toMatchObject({ sort_by: 'team_value', sort_order: 'asc' }),
    );
    const head = screen.getByRole('columnheader', { name: 'Team Value' });
    expect(head.getAttribute('aria-sort')).toBe('ascending');
  });

  it('RANK-12 offers to clear filters that match nobody', async () => {
    const { recorded } = recordedLeaderboard(({ query }) => buildLeaderboard(query.search ? [] : ROWS));
    openRankings([recorded], { at: '/rankings?search=nobody' });
    expect(await screen.findByText('No players found')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await standingRows()).toHaveLength(4);
  });
});
