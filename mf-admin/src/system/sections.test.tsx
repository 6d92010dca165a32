import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { auditLog } from '@touchline/api/http/admin-audit';
import { endSessions, getSwitches, setSwitch } from '@touchline/api/http/admin-controls';
import {
  type AdminRemote,
  adminHealth,
  adminRemotes,
  adminSeries,
  rollBackRemote,
} from '@touchline/api/http/admin-overview';
import { FAKE_ADDRESS } from '@touchline/host/testing/fake-host';
import { fakeId } from '@touchline/host/testing/fake-objects';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, expect, it, vi } from 'vitest';
import { adminKey } from '../admin.queries.ts';
import { ADMIN, openAdmin } from '../testing/open-admin.tsx';

vi.spyOn(console, 'error').mockImplementation(() => {});
afterEach(cleanup);

const AT = '2026-09-01T12:00:20.000Z';
function openSection(name: string, responses: Parameters<typeof openAdmin>[0]) {
  const host = openAdmin(responses);
  fireEvent.click(screen.getByRole('radio', { name }));
  return host;
}
const region = async (name: string) => within(await screen.findByRole('region', { name }));
const article = async (name: string) => within(await screen.findByRole('article', { name }));

it('the overview plots entries, stakes, payments and points updates over time', async () => {
  const queries: unknown[] = [];
  const point = {
    entries: 0,
    stakes: 0,
    staked_amount: '0',
    payments: 0,
    paid_amount: '0',
    points_updates: 0,
  };
  openSection('Overview', [
    fakeResponse(adminSeries, ({ query }) => {
      queries.push(query);
      return {
        series: [
          { ...point, at: '2026-09-01T00:00:00.000Z', entries: 3, payments: 2, paid_amount: '2000' },
          { ...point, at: '2026-09-02T00:00:00.000Z', entries: 1 },
        ],
      };
    }),
  ]);
  const entries = await screen.findByRole('figure', { name: 'Entries, last 30 days' });
  expect(
    within(entries)
      .getAllByRole('listitem')
      .map((each) => each.textContent),
  ).toEqual(['Sep 1: 3 entries', 'Sep 2: 1 entry']);
  const heights = [...entries.querySelectorAll('rect')].map((bar) => Number(bar.getAttribute('height')));
  expect(heights[1]).toBe((heights[3] ?? 0) * 3);
  expect(screen.getByText('2 (2,000 FT)')).toBeTruthy();
  expect(screen.getByRole('figure', { name: /^Points updates/ }).textContent).toContain('No activity.');
  fireEvent.click(screen.getByRole('radio', { name: 'Last 48 hours' }));
  await waitFor(() => expect(queries.at(-1)).toEqual({ per: 'hour', last: '48' }));
});

it('the audit log is searchable and shows values before and after each change', async () => {
  const queries: unknown[] = [];
  openSection('Audit log', [
    fakeResponse(auditLog, ({ query }) => {
      queries.push(query);
      return {
        changes: [
          {
            id: fakeId(4, 1),
            owner: 'games' as const,
            at: AT,
            admin: ADMIN,
            request_id: fakeId(5, 1),
            action: 'ENTRY_EDITED' as const,
            subject: fakeId(2, 1),
            wallet: FAKE_ADDRESS,
            reason: 'Wrong captain',
            before: { captain_id: 11 },
            after: { captain_id: 12 },
          },
        ],
        next: null,
      };
    }),
  ]);
  expect(await screen.findByText('captain_id: 11 → 12')).toBeTruthy();
  expect(screen.getByText('Wrong captain')).toBeTruthy();
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'captain' } });
  fireEvent.change(screen.getByRole('combobox', { name: 'Action' }), { target: { value: 'ENTRY_EDITED' } });
  await waitFor(() => expect(queries.at(-1)).toEqual({ search: 'captain', action: 'ENTRY_EDITED' }));
});

const mfAdmin: AdminRemote = {
  name: 'mf-admin',
  audience: 'admins',
  current_version: '0.1.0-abc',
  routes: [{ path: '/admin', audience: 'admins' }],
  share: null,
  rollback_to: '0.0.9',
  versions: [{ version: '0.1.0-abc', published_at: AT, state: 'current', because: null }],
  errors: [{ version: '0.0.9', at: AT, message: 'mf-manifest.json is missing', count: 2 }],
  history: [
    {
      at: AT,
      action: 'PUBLISHED',
      version: '0.1.0-abc',
      detail: null,
      by: 'the team of mf-admin',
    },
  ],
};

it('the system section shows health and remotes, changes a switch with a reason, and ends sessions', async () => {
  const replica = { id: 'games-1', started_at: AT, seen_at: AT };
  const healthy = {
    replicas: [replica],
    outbox: null,
    bus: { connected: true, lag: [] },
    feed: null,
    chain: null,
  };
  let on = true;
  const bodies: unknown[] = [];
  const rollbacks: unknown[] = [];
  openSection('System', [
    fakeResponse(adminHealth, {
      checked_at: AT,
      parts: [
        { part: 'gateway', health: healthy },
        { part: 'fpl-relay', health: { ...healthy, feed: { season: '2026', age_seconds: 4000, faults: 2 } } },
        {
          part: 'games',
          health: {
            ...healthy,
            outbox: { waiting: 3, oldest_seconds: 90 },
            chain: {
              rpcs: [
                { host: 'rpc.one', block: 7 },
                { host: 'rpc.two', block: null },
              ],
              agree: false,
              scanned_block: 6,
            },
          },
        },
        { part: 'admin', health: null },
      ],
    }),
    fakeResponse(adminRemotes, {
      remotes: [mfAdmin],
    }),
    fakeResponse(rollBackRemote, ({ params, body }) => {
      rollbacks.push([params, body]);
      throw new TouchlineError('CHANGE_REFUSED', 'There is no earlier version to roll back to.');
    }),
    fakeResponse(getSwitches, () => ({
      switches: [
        { name: 'paid_games' as const, on, held_off: false, changed: null },
        { name: 'staking' as const, on: false, held_off: true, changed: null },
      ],
    })),
    fakeResponse(setSwitch, ({ body }) => {
      bodies.push(body);
      if (bodies.length === 1) throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'Games is unavailable.');
      on = false;
      return { switch: { name: 'paid_games' as const, on, held_off: false, changed: null } };
    }),
    fakeResponse(endSessions, ({ params }) => {
      bodies.push(params);
      return { ended: 2 };
    }),
  ]);
  expect((await article('gateway')).getByText('Healthy')).toBeTruthy();
  expect((await article('fpl-relay')).getByText('Feed stale')).toBeTruthy();
  expect((await article('games')).getByText('RPCs disagree', { selector: 'h3 *' })).toBeTruthy();
  expect((await article('games')).getByText('rpc.two: down')).toBeTruthy();
  expect((await article('admin')).getByText('No response')).toBeTruthy();
  expect(await screen.findByText(/^0\.0\.9: mf-manifest\.json is missing \(2, last/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Roll back mf-admin 0.1.0-abc to 0.0.9' }));
  const remotes = await region('Remotes');
  fireEvent.change(remotes.getByRole('textbox', { name: /Reason/ }), { target: { value: 'Broken' } });
  fireEvent.click(remotes.getByRole('button', { name: 'Roll back 0.1.0-abc to 0.0.9' }));
  expect(await remotes.findByText('There is no earlier version to roll back to.')).toBeTruthy();
  expect(rollbacks).toEqual([[{ name: 'mf-admin' }, { reason: 'Broken', from: '0.1.0-abc' }]]);
  const paid = await region('Paid games');
  fireEvent.click(paid.getByRole('button', { name: 'Turn paid games off' }));
  const reason = paid.getByRole<HTMLInputElement>('textbox', { name: /Reason/ });
  fireEvent.change(reason, { target: { value: 'Chain halted' } });
  fireEvent.click(paid.getByRole('button', { name: 'Turn paid games off' }));
  expect(await paid.findByText('Games is unavailable.')).toBeTruthy();
  expect(reason.value).toBe('Chain halted');
  fireEvent.click(paid.getByRole('button', { name: 'Turn paid games off' }));
  expect(await paid.findByText('Off')).toBeTruthy();
  expect(bodies[1]).toEqual({ on: false, reason: 'Chain halted' });
  const staking = await region('Staking');
  expect(staking.getByRole<HTMLButtonElement>('button').disabled).toBe(true);
  const sessions = await region('Sessions');
  const type = (name: RegExp, value: string) =>
    fireEvent.change(sessions.getByRole('textbox', { name }), { target: { value } });
  type(/Wallet/, 'not a wallet');
  type(/Reason/, 'Lost phone');
  fireEvent.click(sessions.getByRole('button', { name: 'End all sessions' }));
  expect(await sessions.findByText(/Enter a wallet address/)).toBeTruthy();
  type(/Wallet/, FAKE_ADDRESS);
  fireEvent.click(sessions.getByRole('button', { name: 'End all sessions' }));
  expect(await sessions.findByText('Ended 2 sessions of 0x7099...79c8.')).toBeTruthy();
  expect(sessions.getByRole<HTMLInputElement>('textbox', { name: /Reason/ }).value).toBe('');
});

it('open forms of a switch and a remote close when another admin has changed it', async () => {
  let on = true;
  let remote = mfAdmin;
  const host = openSection('System', [
    fakeResponse(adminRemotes, () => ({ remotes: [remote] })),
    fakeResponse(getSwitches, () => ({
      switches: [{ name: 'paid_games' as const, on, held_off: false, changed: null }],
    })),
  ]);
  const [paid, remotes] = [await region('Paid games'), await region('Remotes')];
  fireEvent.click(paid.getByRole('button', { name: 'Turn paid games off' }));
  fireEvent.click(await remotes.findByRole('button', { name: /^Roll back/ }));
  const countReasons = () => [paid, remotes].flatMap((each) => each.queryAllByRole('textbox')).length;
  expect(countReasons()).toBe(2);
  on = false;
  remote = { ...mfAdmin, rollback_to: '0.0.8' };
  await host.queryClient.invalidateQueries({ queryKey: adminKey() });
  expect(await paid.findByRole('button', { name: 'Turn paid games on' })).toBeTruthy();
  expect(await remotes.findByText('Roll back to 0.0.8')).toBeTruthy();
  expect(countReasons()).toBe(0);
});
