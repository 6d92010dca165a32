import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { adminHealth } from '@touchline/api/http/admin-overview';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, expect, it } from 'vitest';
import { openAdmin } from '../testing/open-admin.tsx';

afterEach(cleanup);

const AT = '2026-09-01T12:00:20.000Z';

it.each([
  [600, 'Healthy'],
  [601, 'Feed stale'],
])('a feed that is %s s old is shown as "%s", as by /readyz and the alert', async (age_seconds, state) => {
  const health = {
    replicas: [{ id: 'fpl-relay-1', started_at: AT, seen_at: AT }],
    outbox: null,
    bus: { connected: true, lag: [] },
    feed: { season: '2026', age_seconds, faults: 0 },
    chain: null,
  };
  openAdmin([fakeResponse(adminHealth, { checked_at: AT, parts: [{ part: 'fpl-relay', health }] })]);
  fireEvent.click(screen.getByRole('radio', { name: 'System' }));
  expect(within(await screen.findByRole('article', { name: 'fpl-relay' })).getByText(state)).toBeTruthy();
});
