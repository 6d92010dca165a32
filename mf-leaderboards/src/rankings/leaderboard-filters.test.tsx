import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { leaderboard } from '@touchline/api/http/leaderboard';
import { deferred } from '@touchline/host/testing/deferred';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, describe, expect, it } from 'vitest';
import { buildLeaderboard } from '../testing/build.ts';
import { getCurrentUrl } from '../testing/open-page.tsx';
import { FOUR_TEAMS, findRows, openRankings, ROWS, recordLeaderboard } from '../testing/open-rankings.tsx';

afterEach(cleanup);

describe('leaderboard filters and pages', () => {
  it('RANK-03 the page size is 10, 25, 50, 75 or 100, and 50 by default', async () => {
    const { requests, response } = recordLeaderboard();
    openRankings([response]);
    await findRows();
    const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Per page' });
    expect([...choice.options].map((option) => option.value)).toEqual(['10', '25', '50', '75', '100']);
    expect(choice.value).toBe('50');
    expect(requests[0]?.query.limit).toBe('50');
    fireEvent.change(choice, { target: { value: '10' } });
    await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ limit: '10', page: '1' }));
    expect(getCurrentUrl()).toBe('/rankings?per_page=10');
  });

  it('RANK-03 the server paginates, and the URL contains the page', async () => {
    const { requests, response } = recordLeaderboard(() => buildLeaderboard(ROWS, { total: 120 }));
    openRankings([response]);
    await findRows();
    fireEvent.click(screen.getByRole('button', { name: 'next page' }));
    await waitFor(() => expect(requests.at(-1)?.query.page).toBe('2'));
    expect(getCurrentUrl()).toBe('/rankings?page=2');
  });

  it('count and time are hidden while the next page loads', async () => {
    const { promise: held, resolve: respond } = deferred();
    const { response } = recordLeaderboard(() => buildLeaderboard(ROWS, { total: 120 }));
    const slow = fakeResponse(leaderboard, async (request) => {
      if (request.query.page === '2') await held;
      return response.reply(request) as ReturnType<typeof buildLeaderboard>;
    });
    openRankings([slow]);
    await findRows();
    expect(screen.getByText('120 teams')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'next page' }));
    await waitFor(() => expect(getCurrentUrl()).toBe('/rankings?page=2'));
    expect(screen.queryByText('120 teams')).toBeNull();
    expect(screen.queryByText(/^Updated/)).toBeNull();
    expect(screen.getByText('Loading')).toBeTruthy();
    respond();
    expect(await screen.findByText(/^Updated \d\d:\d\d:\d\d$/)).toBeTruthy();
  });

  it('RANK-03 a page past the end opens the last page', async () => {
    const { response } = recordLeaderboard(({ query }) =>
      buildLeaderboard(query.page === '1' ? ROWS : [], { total: 4 }),
    );
    openRankings([response], { at: '/rankings?page=9' });
    expect(await findRows()).toHaveLength(4);
    expect(getCurrentUrl()).toBe('/rankings');
  });

  it('RANK-04 the server searches team names and wallets, from the first page', async () => {
    const { requests, response } = recordLeaderboard();
    openRankings([response], { at: '/rankings?page=1&per_page=10' });
    await findRows();
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value: ' Team 2 ' } });
    await waitFor(() =>
      expect(requests.at(-1)?.query).toMatchObject({ search: 'Team 2', page: '1', limit: '10' }),
    );
    expect(getCurrentUrl()).toBe('/rankings?per_page=10&search=Team+2');
  });

  it('RANK-04 the search is trimmed, but the text in the field is kept while the user types', async () => {
    openRankings([FOUR_TEAMS]);
    await findRows();
    const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' });
    fireEvent.change(field, { target: { value: 'Team ' } });
    await waitFor(() => expect(getCurrentUrl()).toBe('/rankings?search=Team'));
    expect(field.value).toBe('Team ');
    fireEvent.change(field, { target: { value: 'Team 2' } });
    await waitFor(() => expect(getCurrentUrl()).toBe('/rankings?search=Team+2'));
  });

  it('RANK-05 "Staked Only" requests only teams with a stake', async () => {
    const { requests, response } = recordLeaderboard();
    openRankings([response]);
    await findRows();
    expect(requests[0]?.query.staked_only).toBeUndefined();
    fireEvent.click(screen.getByRole('switch', { name: 'Staked Only' }));
    await waitFor(() => expect(requests.at(-1)?.query.staked_only).toBe('true'));
  });

  it('RANK-06 the columns and the select sort by each of the four values, in both directions', async () => {
    const { requests, response } = recordLeaderboard();
    openRankings([response]);
    await findRows();
    const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sort by' });
    expect([...choice.options].map((option) => option.textContent)).toEqual([
      'Total Points',
      'Total Points, lowest first',
      'Gameweek Points',
      'Gameweek Points, lowest first',
      'Coefficient',
      'Coefficient, lowest first',
      'Team Value',
      'Team Value, lowest first',
    ]);
    fireEvent.change(choice, { target: { value: 'team_value:asc' } });
    await waitFor(() =>
      expect(requests.at(-1)?.query).toMatchObject({ sort_by: 'team_value', sort_order: 'asc' }),
    );
    await screen.findByRole('button', { name: 'Team Value' });
    for (const [label, sort_by] of [
      ['Team Value', 'team_value'],
      ['Total Points', 'total_points'],
      ['Gameweek Points', 'gameweek_points'],
      ['Coefficient', 'coefficient'],
    ] as const)
      for (const [sort_order, sorted] of [
        ['desc', 'descending'],
        ['asc', 'ascending'],
      ]) {
        fireEvent.click(screen.getByRole('button', { name: label }));
        const head = screen.getByRole('columnheader', { name: label });
        await waitFor(() => expect(head.getAttribute('aria-sort')).toBe(sorted));
        // Pages that were loaded before are not requested again.
        const request = expect.objectContaining({ sort_by, sort_order });
        await waitFor(() => expect(requests.map(({ query }) => query)).toContainEqual(request));
      }
  });

  it('RANK-06 DATA-12 the team value is a column only while it is chosen as sorting', async () => {
    openRankings([FOUR_TEAMS]);
    await findRows();
    const listHeads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);
    expect(listHeads()).not.toContain('Team Value');
    const choice = screen.getByRole('combobox', { name: 'Sort by' });
    fireEvent.change(choice, { target: { value: 'team_value:desc' } });
    await waitFor(() => expect(listHeads().at(-1)).toBe('Team Value'));
    const values = (await findRows()).map((row) => row.lastElementChild?.textContent);
    expect(values).toEqual(['100', '100', '100', '100']);
    fireEvent.change(choice, { target: { value: 'total_points:desc' } });
    await waitFor(() => expect(listHeads()).not.toContain('Team Value'));
  });

  it('RANK-12 filters without a match can be cleared', async () => {
    const { response } = recordLeaderboard(({ query }) => buildLeaderboard(query.search ? [] : ROWS));
    openRankings([response], { at: '/rankings?search=unknown' });
    expect(await screen.findByText('No players found')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await findRows()).toHaveLength(4);
  });
});
