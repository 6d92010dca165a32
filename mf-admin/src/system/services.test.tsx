import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { type AdminService, adminServices, revokeService } from '@touchline/api/http/admin-services';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, expect, it, vi } from 'vitest';
import { adminKey } from '../admin.queries.ts';
import { ADMIN, openAdmin } from '../testing/open-admin.tsx';

vi.spyOn(console, 'error').mockImplementation(() => {});
afterEach(cleanup);

const AT = '2026-09-01T12:00:20.000Z';
const rivals: AdminService = {
  name: 'rivals',
  prefix: '/api/rivals',
  address: 'http://rivals:4810',
  declaration: {
    requests_per_minute: 120,
    concurrent_requests: 32,
    timeout_ms: 5_000,
    endpoints: [{ method: 'GET', path: '/rivals/changes', auth: 'none' }],
  },
  registered_at: AT,
  token: 2,
  health: { state: 'no response', checked_at: AT },
  revoked: null,
};

it('the system section shows services of teams with limits and health, and revokes one with a reason', async () => {
  const bodies: unknown[] = [];
  let service = rivals;
  openAdmin([
    fakeResponse(adminServices, () => ({ services: [service] })),
    fakeResponse(revokeService, ({ params, body }) => {
      bodies.push(params, body);
      service = { ...rivals, revoked: { at: AT, admin: ADMIN, reason: 'Leaks names' } };
      return { service };
    }),
  ]);
  fireEvent.click(screen.getByRole('radio', { name: 'System' }));
  const panel = within(await screen.findByRole('region', { name: 'Team services' }));
  expect(await panel.findByText('No response')).toBeTruthy();
  for (const text of [
    '/api/rivals',
    '120 requests/min per address',
    'GET /rivals/changes (none)',
    'http://rivals:4810',
  ])
    expect(panel.getByText(text)).toBeTruthy();
  fireEvent.click(panel.getByRole('button', { name: 'Revoke rivals' }));
  fireEvent.change(panel.getByRole('textbox', { name: /Reason/ }), { target: { value: 'Leaks names' } });
  fireEvent.click(panel.getByRole('button', { name: 'Revoke rivals' }));
  expect(await panel.findByRole('button', { name: 'Restore rivals' })).toBeTruthy();
  expect(panel.getByText('Leaks names')).toBeTruthy();
  expect(bodies).toEqual([{ name: 'rivals' }, { revoked: true, reason: 'Leaks names' }]);
});

it('the open form of a service closes when another admin has revoked it, instead of restoring it', async () => {
  const bodies: unknown[] = [];
  let service = rivals;
  const host = openAdmin([
    fakeResponse(adminServices, () => ({ services: [service] })),
    fakeResponse(revokeService, ({ body }) => {
      bodies.push(body);
      return { service };
    }),
  ]);
  fireEvent.click(screen.getByRole('radio', { name: 'System' }));
  const panel = within(await screen.findByRole('region', { name: 'Team services' }));
  fireEvent.click(await panel.findByRole('button', { name: 'Revoke rivals' }));
  fireEvent.change(panel.getByRole('textbox', { name: /Reason/ }), { target: { value: 'Leaks names' } });
  service = { ...rivals, revoked: { at: AT, admin: ADMIN, reason: 'Leaks names' } };
  await host.queryClient.invalidateQueries({ queryKey: adminKey() });
  const restore = await panel.findByRole('button', { name: 'Restore rivals' });
  expect(panel.queryByRole('textbox')).toBeNull();
  fireEvent.click(restore);
  expect(panel.getByRole<HTMLInputElement>('textbox', { name: /Reason/ }).value).toBe('');
  expect(bodies).toEqual([]);
});
