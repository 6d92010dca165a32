import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { listAdminParticipations } from '@touchline/api/http/admin-entries';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, expect, it } from 'vitest';
import { buildParticipation, createRecorder, openAdmin, openTab } from '../testing/open-admin.tsx';

afterEach(cleanup);

it('API-33 a page that was already listed is not requested again, and "Refresh Points" requests it again', async () => {
  const { queries } = createRecorder();
  openAdmin([
    fakeResponse(listAdminParticipations, ({ query }) => {
      queries.push(query);
      return { participations: [buildParticipation()], total: 45 };
    }),
  ]);
  const open = async (button: string, page: string) => {
    fireEvent.click(screen.getByRole('button', { name: button }));
    await screen.findByText(page);
  };
  await screen.findByText('Showing 1 to 20 of 45 results');
  await open('Next', 'Showing 21 to 40 of 45 results');
  await open('Previous', 'Showing 1 to 20 of 45 results');
  expect(queries.map(({ page, realtime }) => [page, realtime])).toEqual([
    ['1', 'true'],
    ['2', 'true'],
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Refresh Points' }));
  await waitFor(() => expect(queries.slice(2).map(({ page }) => page)).toContain('1'));
});

it('ADMIN-04 an update is reported once, also if its list is shown again from the cache', async () => {
  const { queries } = createRecorder();
  openAdmin([
    fakeResponse(listAdminParticipations, ({ query }) => {
      queries.push(query);
      const update = { pointsUpdated: true, updatedCount: 1250, processingTime: 87 };
      return { participations: [buildParticipation()], total: 1, ...update };
    }),
  ]);
  const banner = () => screen.queryByText('Real-time Update Complete!');
  await waitFor(() => expect(banner()).toBeTruthy());
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await openTab('Games');
  await screen.findByText('Friday Cup');
  await openTab('Game Participations');
  await screen.findByText('Onion Bag');
  expect(banner()).toBeNull();
  expect(queries).toHaveLength(1);
});
