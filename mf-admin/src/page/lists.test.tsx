import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { listAdminGames } from '@touchline/api/http/admin-games';
import { listAdminStakes } from '@touchline/api/http/admin-stakes';
import { deferred } from '@touchline/host/testing/deferred';
import { fakeId } from '@touchline/host/testing/fake-objects';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, describe, expect, it } from 'vitest';
import classes from '../components/components.module.css';
import {
  buildGame,
  buildStake,
  createRecorder,
  listCells,
  listHeads,
  openAdmin,
  openTab,
  search,
} from '../testing/open-admin.tsx';

afterEach(cleanup);

describe('staking records', () => {
  it('ADMIN-12 ADMIN-13 ADMIN-20 staking records are sorted by start date and show amount, dates and status', async () => {
    const { queries, last } = createRecorder();
    openAdmin([
      fakeResponse(listAdminStakes, ({ query }) => {
        queries.push(query);
        return {
          stakingRecords: query.search
            ? []
            : [buildStake(), buildStake({ id: fakeId(3, 2), is_active: false })],
          total: 2,
        };
      }),
    ]);
    await openTab('Staking Records');
    await screen.findAllByText('2,500.5 FT');
    expect(queries[0]).toEqual({ page: '1', limit: '20', sortBy: 'lock_start_date', sortOrder: 'desc' });
    expect(screen.getByText('2 total')).toBeTruthy();
    expect(listHeads()).toEqual(['ID', 'Wallet', 'Amount', 'Start Date', 'End Date', 'Status', 'Actions']);
    expect(listCells().slice(0, 6)).toEqual([
      '00000003',
      '0x7099...79c8',
      '2,500.5 FT',
      expect.stringMatching(/^(Aug|Sep) \d{1,2}, 2026, \d\d:\d\d [AP]M$/),
      expect.stringMatching(/^May \d{1,2}, 2027, \d\d:\d\d [AP]M$/),
      'Active',
    ]);
    expect(listCells()[12]).toBe('Inactive');
    expect(screen.getByText('Showing 1 to 2 of 2 results')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: /^(View|Edit) stake/ })).toHaveLength(4);
    search('unknown');
    await waitFor(() => expect(last()).toMatchObject({ search: 'unknown' }));
    expect(await screen.findByText('No staking records found')).toBeTruthy();
    expect(screen.getByPlaceholderText('Search by wallet, amount, status...')).toBeTruthy();
  });
});

describe('columns of a list', () => {
  it('the head of a number is aligned like its numbers', async () => {
    openAdmin();
    await openTab('Staking Records');
    await screen.findByText('2,500.5 FT');
    const isRight = ({ className }: HTMLElement) => className.includes(classes.figure ?? 'figure');
    const heads = screen.getAllByRole('columnheader').map(isRight);
    expect(heads).toEqual([false, false, true, false, false, false, false]);
    expect(screen.getAllByRole('cell').map(isRight)).toEqual(heads);
  });
});

describe('games', () => {
  it('ADMIN-14 ADMIN-15 ADMIN-16 ADMIN-17 ADMIN-21 games are sorted by creation date and show a colour per status', async () => {
    const { queries, last } = createRecorder();
    let rows = [
      buildGame(),
      buildGame({ id: fakeId(1, 8), status: 'ACTIVE' }),
      buildGame({ id: fakeId(1, 9), status: 'COMPLETED' }),
      buildGame({ id: fakeId(1, 10), status: 'CANCELLED' }),
    ];
    const { promise: held, resolve: release } = deferred();
    const { queryClient } = openAdmin([
      fakeResponse(listAdminGames, async ({ query }) => {
        queries.push(query);
        await held;
        return { games: rows, total: rows.length };
      }),
    ]);
    await openTab('Games');
    expect(await screen.findByText('Loading games...')).toBeTruthy();
    release();
    await screen.findAllByText('Friday Cup');
    expect(queries[0]).toEqual({ page: '1', limit: '20', sortBy: 'created_at', sortOrder: 'desc' });
    expect(screen.getByText('4 total')).toBeTruthy();
    expect(screen.getByText('Showing 1 to 4 of 4 games')).toBeTruthy();
    expect(screen.getByPlaceholderText('Search games by name, type, status, or entry fee...')).toBeTruthy();
    expect(listHeads()).toEqual([
      'Name',
      'Type',
      'Status',
      'Entry Fee',
      'Start Time',
      'End Time',
      'Participants',
      'Actions',
    ]);
    expect(listCells().slice(0, 7)).toEqual([
      'Friday Cup',
      'TOURNAMENT',
      'UPCOMING',
      '1,000 FT',
      expect.stringMatching(/^Sep [12], 2026, \d\d:\d\d [AP]M$/),
      expect.stringMatching(/^Sep [89], 2026, \d\d:\d\d [AP]M$/),
      '3',
    ]);
    const badges = ['UPCOMING', 'ACTIVE', 'COMPLETED', 'CANCELLED'].map((status) =>
      screen
        .getByText(status)
        .closest<HTMLElement>('.mantine-Badge-root')
        ?.style.getPropertyValue('--badge-color'),
    );
    expect(badges).toEqual(
      ['yellow', 'green', 'gray', 'gray'].map((colour) => `var(--mantine-color-${colour}-light-color)`),
    );
    expect(screen.getAllByTitle('View')).toHaveLength(4);
    expect(screen.getAllByTitle('Edit')).toHaveLength(4);
    rows = [];
    search('zzz');
    await waitFor(() => expect(last()).toMatchObject({ search: 'zzz' }));
    expect(await screen.findByText('No games match your search criteria.')).toBeTruthy();
    await act(() => queryClient.invalidateQueries());
    search('');
    expect(await screen.findByText('No games have been created yet.')).toBeTruthy();
    expect(screen.getByText('No Games Found')).toBeTruthy();
  });

  it('the failure of a first load stays while it is repeated', async () => {
    const { promise: held } = deferred();
    let requests = 0;
    openAdmin([
      fakeResponse(listAdminGames, async () => {
        requests += 1;
        if (requests > 1) await held;
        throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'The service is down.');
      }),
    ]);
    await openTab('Games');
    fireEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(requests).toBe(2));
    expect(screen.getByText('Failed to load games')).toBeTruthy();
    expect(screen.queryByText('Loading games...')).toBeNull();
    expect(screen.getByRole('button', { name: 'Try Again' }).dataset.loading).toBe('true');
  });

  it('ADMIN-18 a search starts at page 1, and so does the list after the search is cleared', async () => {
    openAdmin([
      fakeResponse(listAdminGames, ({ query }) => ({ games: [buildGame()], total: query.search ? 1 : 45 })),
    ]);
    await openTab('Games');
    await screen.findByText('Page 1 of 3');
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText('Showing 21 to 40 of 45 games');
    search('cup');
    await screen.findByText('Showing 1 to 1 of 1 games');
    search('');
    expect(await screen.findByText(/ of 45 games$/)).toHaveProperty(
      'textContent',
      'Showing 1 to 20 of 45 games',
    );
  });
});
