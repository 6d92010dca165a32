import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { listAdminParticipations } from '@touchline/api/http/admin-entries';
import { listAdminGames } from '@touchline/api/http/admin-games';
import { adminStats } from '@touchline/api/http/admin-overview';
import { listAdminStakes } from '@touchline/api/http/admin-stakes';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  buildParticipation,
  createRecorder,
  listCells,
  listHeads,
  openAdmin,
  openTab,
  PLAYER,
  search,
} from '../testing/open-admin.tsx';

const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
beforeEach(() => logged.mockClear());
afterEach(cleanup);

const fakeParticipations = (total = 45, rows = [buildParticipation()]) => {
  const { queries, last } = createRecorder();
  const list = { queries, last, total };
  const response = fakeResponse(listAdminParticipations, ({ query }) => {
    queries.push(query);
    return { participations: rows, total: list.total };
  });
  return Object.assign(list, { response });
};
describe('admin dashboard', () => {
  it('ADMIN-03 ADMIN-05 ADMIN-06 ADMIN-20 the dashboard shows its header, three cards, six totals and three tabs', async () => {
    openAdmin();
    expect(screen.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeTruthy();
    expect(screen.getByText('Manage users, games, and staking records')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Refresh Points' })).toBeTruthy();
    for (const card of ['Participations', 'Staking Records', 'System Overview'])
      expect(screen.getByRole('button', { name: new RegExp(`^${card}`) })).toBeTruthy();
    await screen.findByText('1,234.57 FT');
    expect(screen.getByRole('region', { name: 'Totals' }).textContent).toBe(
      'Total Users1,234Total Games5Total Participations45Total Staking Records6Total Staked Amount1,234.57 FTActive Stakes4',
    );
    expect(screen.getAllByRole('tab').map((each) => each.textContent)).toEqual([
      'Game Participations',
      'Staking Records',
      'Games',
    ]);
    await openTab('Staking Records');
    expect(await screen.findByRole('region', { name: 'Table of staking records' })).toBeTruthy();
    await openTab('Games');
    expect(await screen.findByRole('region', { name: 'Table of games' })).toBeTruthy();
  });

  it('ADMIN-03 each info card opens its table or section', async () => {
    openAdmin();
    const card = (name: string) =>
      fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${name}`) }));
    card('Staking Records');
    expect(await screen.findByRole('region', { name: 'Table of staking records' })).toBeTruthy();
    card('Participations');
    expect(await screen.findByRole('region', { name: 'Table of game participations' })).toBeTruthy();
    card('System Overview');
    await waitFor(() => expect(screen.queryByRole('tab')).toBeNull());
    card('Staking Records');
    const tab = await screen.findByRole('tab', { name: 'Staking Records' });
    expect(tab.getAttribute('aria-selected')).toBe('true');
  });

  it('ADMIN-04 a refresh shows how many participations were updated, and reloads the lists', async () => {
    let updated = true;
    const requests: Record<string, string>[] = [];
    const host = openAdmin([
      fakeResponse(listAdminParticipations, ({ query }) => {
        requests.push(query);
        const update = { pointsUpdated: true, updatedCount: 1250, processingTime: 87 };
        return { participations: [], total: 0, ...(updated && requests.length > 1 ? update : {}) };
      }),
    ]);
    await screen.findByText('No game participations found');
    expect(screen.queryByText('Real-time Update Complete!')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Refresh Points' }));
    expect(await screen.findByText('Real-time Update Complete!')).toBeTruthy();
    const banner = screen.getByText(
      'Updated 1,250 participations in 87ms. Points have been refreshed for top users.',
    );
    expect(banner.closest('[role=status]')?.getAttribute('style')).toContain('green');
    expect(requests.every(({ realtime }) => realtime === 'true')).toBe(true);
    await waitFor(() => expect(requests.length).toBeGreaterThan(2));
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    updated = false;
    fireEvent.click(screen.getByRole('button', { name: 'Refresh Points' }));
    await waitFor(() => expect(host.notices.at(-1)?.message).toBe('The points are up to date.'));
    expect(screen.queryByText('Real-time Update Complete!')).toBeNull();
  });

  it('ADMIN-32 every failed load is shown on the page and logged, which departs from the specification', async () => {
    const broken = () => {
      throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'The service is unavailable.');
    };
    openAdmin(
      [adminStats, listAdminParticipations, listAdminStakes, listAdminGames].map((each) =>
        fakeResponse(each as typeof adminStats, broken),
      ),
    );
    const failures = ['admin stats', 'game participations', 'staking records', 'games'];
    for (const [index, name] of ['', '', 'Staking Records', 'Games'].entries()) {
      if (name) await openTab(name);
      const title = `Failed to load ${failures[index]}`;
      expect(await screen.findByText(title)).toBeTruthy();
      expect(logged.mock.calls.some(([first]) => first === title)).toBe(true);
    }
    fireEvent.click(screen.getByRole('button', { name: 'Refresh Points' }));
    expect(await screen.findByText('Failed to refresh points')).toBeTruthy();
  });
});

describe('game participations', () => {
  it('ADMIN-07 ADMIN-18 ADMIN-11 the list shows 20 participations per page, by current points', async () => {
    const list = fakeParticipations();
    openAdmin([list.response]);
    expect(await screen.findByText('Showing 1 to 20 of 45 results')).toBeTruthy();
    expect(list.queries[0]).toEqual({
      page: '1',
      limit: '20',
      sortBy: 'current_points',
      sortOrder: 'desc',
      realtime: 'true',
    });
    expect(screen.getByText('45 total')).toBeTruthy();
    expect(screen.getByPlaceholderText('Search by wallet, team, game, points, formation...')).toBeTruthy();
    expect(screen.getByText('Page 1 of 3')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByText('Showing 21 to 40 of 45 results')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByText('Showing 41 to 45 of 45 results')).toBeTruthy();
    const next = screen.getByRole<HTMLButtonElement>('button', { name: 'Next' });
    expect([next.getAttribute('aria-disabled'), next.disabled]).toEqual(['true', false]); // keeps the focus
    fireEvent.click(screen.getByRole('button', { name: 'Previous' }));
    expect(await screen.findByText('Page 2 of 3')).toBeTruthy();
    search('bag');
    await waitFor(() => expect(list.last()).toMatchObject({ page: '1', search: 'bag' }));
    expect(await screen.findByText('Page 1 of 3')).toBeTruthy();
  });

  it('a page number past the end opens the last page, also after rows were removed', async () => {
    const list = fakeParticipations();
    openAdmin([list.response]);
    await screen.findByText('Page 1 of 3');
    fireEvent.change(screen.getByLabelText('Go to page, 1 to 3'), { target: { value: '99' } });
    fireEvent.click(screen.getByRole('button', { name: 'Go' }));
    expect(await screen.findByText('Showing 41 to 45 of 45 results')).toBeTruthy();
    list.total = 21;
    fireEvent.click(screen.getByRole('button', { name: 'Refresh Points' }));
    expect(await screen.findByText('Showing 21 to 21 of 21 results')).toBeTruthy();
    expect(list.last()).toMatchObject({ page: '2' });
  });

  it('ADMIN-19 sorting by the current column reverses the order, and another column starts descending', async () => {
    const list = fakeParticipations();
    openAdmin([list.response]);
    await screen.findByText('Page 1 of 3');
    const sort = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(list.last()).toMatchObject({ page: '2' }));
    sort('Current Points');
    await waitFor(() => expect(list.last()).toMatchObject({ page: '1', sortOrder: 'asc' }));
    sort('Team Name');
    await waitFor(() => expect(list.last()).toMatchObject({ sortBy: 'team_name', sortOrder: 'desc' }));
    sort('Team Name');
    await waitFor(() => expect(list.last()).toMatchObject({ sortBy: 'team_name', sortOrder: 'asc' }));
    fireEvent.change(screen.getByRole('combobox', { name: 'Sort by' }), { target: { value: 'players' } });
    await waitFor(() => expect(list.last()).toMatchObject({ sortBy: 'players', sortOrder: 'desc' }));
    fireEvent.click(screen.getByRole('button', { name: /^Sorted descending/ }));
    await waitFor(() => expect(list.last()).toMatchObject({ sortBy: 'players', sortOrder: 'asc' }));
  });

  it('ADMIN-08 ADMIN-09 the table shows the columns in order', async () => {
    const rows = [
      buildParticipation({ earned_points: 0 }),
      buildParticipation({
        id: '00000002-0000-4000-8000-000000000002',
        earned_points: -3,
        players_snapshot: [PLAYER, PLAYER],
      }),
    ];
    openAdmin([fakeParticipations(2, rows).response]);
    await screen.findAllByText('Onion Bag');
    expect(listHeads()).toEqual([
      'ID',
      'Wallet',
      'Team Name',
      'Game',
      'Formation',
      'Captain',
      'Vice Captain',
      'Entry Points',
      'Current Points',
      'Coefficient',
      'Earned Points',
      'Players',
      'Actions',
    ]);
    expect(listCells().slice(0, 12)).toEqual([
      '00000002',
      '0x7099...79c8',
      'Onion Bag',
      'Gameweek 7 WEEKLY',
      '4-4-2',
      '11',
      '12',
      '40',
      '1,234',
      '1.055x',
      '+0',
      '-',
    ]);
    const css = readFileSync(
      join(import.meta.dirname, '../participations/participations.module.css'),
      'utf8',
    );
    expect(css).toMatch(/\.earned \{[^}]*color: var\(--tl-grass-ink\);/);
    expect(css).toMatch(/\.earned\[data-sign="minus"\] \{\s*color: var\(--tl-danger-ink\);/);
    expect(['+0', '-3'].map((text) => screen.getByText(text).dataset.sign)).toEqual(['plus', 'minus']);
    expect(listCells().at(-2)).toBe('2');
  });

  it('ADMIN-10 a row has view and edit, the third button is in the dialog and only closes it; an empty list shows a text', async () => {
    const list = fakeParticipations(1);
    openAdmin([list.response]);
    const row = within((await screen.findByText('Onion Bag')).closest('tr')!);
    expect(row.getAllByRole('button', { name: /Onion Bag$/ }).map((each) => each.title)).toEqual([
      'View',
      'Edit',
    ]);
    fireEvent.click(row.getByRole('button', { name: 'View Onion Bag' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Game Participation Details' }));
    const requests = list.queries.length;
    fireEvent.click(await dialog.findByRole('button', { name: 'Close details' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(list.queries).toHaveLength(requests);
    cleanup();
    openAdmin([fakeParticipations(0, []).response]);
    expect(await screen.findByText('No game participations found')).toBeTruthy();
  });
});
