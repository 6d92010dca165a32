import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { updatePrizePlan } from '@touchline/api/http/admin-prizes';
import type { PrizeSummary } from '@touchline/api/http/prize-plans';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { adminKey } from '../admin.queries.ts';
import { press } from '../testing/fake-payouts.ts';
import { buildPlan, createFakeServer, openPrizes, tokens } from '../testing/fake-prizes.ts';
import type { PlanChange } from './plan-draft.ts';

vi.spyOn(console, 'error').mockImplementation(() => {});
afterEach(cleanup);

type Server = ReturnType<typeof createFakeServer>;

/** Opens the plan; a change is recorded. */
async function openPlan(server: Server) {
  const requests: { query: unknown; body: unknown }[] = [];
  const host = await openPrizes([
    ...server.responses,
    fakeResponse(updatePrizePlan, ({ query, body }) => {
      requests.push({ query, body });
      server.plan = buildPlan({ version: '5' });
      return { plan: server.plan };
    }),
  ]);
  fireEvent.click(await screen.findByLabelText('Prize plan of Friday Cup'));
  await screen.findByLabelText('Announced prizes');
  return { host, requests };
}
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
async function save() {
  type(/^Reason/, 'Sponsor');
  await press('Change prize plan');
}

describe('prize plan', () => {
  it('a change sends only the changed fields with its reason', async () => {
    const { requests } = await openPlan(createFakeServer());
    type(/^Guarantee/, '1,500.5');
    type(/^Commission/, '2.5');
    await save();
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(requests[0]).toEqual({
      query: { reason: 'Sponsor' },
      body: { guarantee: `15005${'0'.repeat(17)}`, commission_bps: 250 },
    });
  });

  it('the preview follows the form before it is saved', async () => {
    await openPlan(createFakeServer());
    fireEvent.change(screen.getByLabelText('Template'), { target: { value: 'WINNER' } });
    type(/^Guarantee/, '0');
    type(/^Entries in the preview/, '10');
    const preview = within(await screen.findByLabelText('Preview of the prizes'));
    expect(preview.getAllByRole('row', { hidden: true }).map((row) => row.textContent)).toEqual([
      'PlaceWLD each',
      '110,000',
    ]);
  });

  it('rows of a fixed plan are added and sent in wei', async () => {
    const { requests } = await openPlan(createFakeServer());
    fireEvent.change(screen.getByLabelText('Template'), { target: { value: 'FIXED' } });
    fireEvent.click(screen.getByText('Add a row'));
    type(/^Prize of row 1/, '200');
    await save();
    await waitFor(() => expect(requests).toHaveLength(1));
    const rows = [{ from: 1, to: 1, amount: tokens(200) }];
    expect(requests[0]?.body).toEqual({ template: 'FIXED', rows });
  });

  it('rows that do not add up to the guarantee are rejected in tokens', async () => {
    const { requests } = await openPlan(createFakeServer());
    fireEvent.change(screen.getByLabelText('Template'), { target: { value: 'FIXED' } });
    fireEvent.click(screen.getByText('Add a row'));
    type(/^Prize of row 1/, '100');
    type(/^Guarantee/, '310');
    await save();
    expect(await screen.findByText('The rows add up to 100 WLD, the guarantee is 310 WLD')).toBeTruthy();
    expect(screen.getByLabelText<HTMLTableElement>('Preview of the prizes').rows).toHaveLength(2);
    type(/^Last place of row 1/, '0');
    expect(await screen.findByText(/^Each row must have a first place/)).toBeTruthy();
    expect(requests).toEqual([]);
  });

  it('a commission above the maximum is rejected in percent', async () => {
    const { requests } = await openPlan(createFakeServer());
    type(/^Commission/, '50.01');
    await save();
    expect(await screen.findByText('Commission must be from 0 to 50, with up to two decimals')).toBeTruthy();
    expect(requests).toEqual([]);
  });

  it('a plan without changes is not sent', async () => {
    const { host, requests } = await openPlan(createFakeServer());
    await save();
    expect(host.notices.map(({ message }) => message)).toEqual(['The prize plan has no changes.']);
    expect(requests).toEqual([]);
  });

  it('a wrong field is named and nothing is sent', async () => {
    const { requests } = await openPlan(createFakeServer());
    type(/^Minimum entries/, '0');
    expect(await screen.findByText('Minimum entries must be at least 1')).toBeTruthy();
    type(/^Guarantee/, 'a lot');
    await save();
    expect(await screen.findByText('Guarantee must be an amount in tokens')).toBeTruthy();
    expect(requests).toEqual([]);
  });

  it('the dialog and the browser ask for confirmation before unsaved changes are lost', async () => {
    await openPlan(createFakeServer());
    const guarantee = () => screen.getByLabelText<HTMLInputElement>(/^Guarantee/).value;
    const before = guarantee();
    const fireBeforeUnload = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));
    const close = () => fireEvent.click(screen.getByLabelText('Close'));
    expect(fireBeforeUnload()).toBe(true);
    type(/^Guarantee/, '300');
    expect(fireBeforeUnload()).toBe(false);
    close();
    await press('Keep editing');
    expect(guarantee()).toBe('300');
    close();
    await press('Discard changes');
    await waitFor(() => expect(screen.queryByLabelText('Announced prizes')).toBeNull());
    expect(fireBeforeUnload()).toBe(true);
    fireEvent.click(screen.getByLabelText('Prize plan of Friday Cup'));
    await screen.findByLabelText('Announced prizes');
    expect(guarantee()).toBe(before);
    close();
    await waitFor(() => expect(screen.queryByLabelText('Announced prizes')).toBeNull());
  });

  it('a game that stays closed shows the reason', async () => {
    const server = createFakeServer();
    server.plan = buildPlan({ closed_because: 'The reserves do not cover all debts in WLD.' });
    await openPlan(server);
    expect(screen.getByText(/^The reserves do not cover all debts in WLD\. Add tokens/)).toBeTruthy();
  });
});

describe('prize plan that two admins change', () => {
  const value = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;

  /** Opens the plan on a server that rejects a change of an outdated version. */
  async function openShared(server: Server) {
    const bodies: PlanChange[] = [];
    const host = await openPrizes([
      ...server.responses,
      fakeResponse(updatePrizePlan, ({ body }) => {
        const { version } = request.mock.calls.findLast(
          ([endpoint]) => endpoint.path === updatePrizePlan.path,
        )![1]!;
        bodies.push(body as PlanChange);
        if (version !== server.plan.version)
          throw new TouchlineError('STALE', 'This was changed by someone else. Reload and try again.');
        return { plan: change(server, body as Partial<PrizeSummary>) };
      }),
    ]);
    const request = vi.spyOn(host.api, 'request');
    fireEvent.click(await screen.findByLabelText('Prize plan of Friday Cup'));
    await screen.findByLabelText('Announced prizes');
    return { host, bodies };
  }
  function change(server: Server, prizes: Partial<PrizeSummary>) {
    const version = String(Number(server.plan.version) + 1);
    server.plan = buildPlan({ version, prizes: { ...server.plan.prizes, ...prizes } });
    return server.plan;
  }

  it('a field that the other admin changed is shown after the conflict and never sent back', async () => {
    const server = createFakeServer();
    change(server, { commission_bps: 1000 });
    const { host, bodies } = await openShared(server);
    type(/^Guarantee/, '300');
    change(server, { commission_bps: 0 });
    // Any change in the dashboard reloads the shown plan. The form keeps the version that the admin edits.
    await host.queryClient.invalidateQueries({ queryKey: adminKey() });
    await save();
    expect(await screen.findByText('Commission: was 10%, is now 0%')).toBeTruthy();
    expect([value(/^Guarantee/), value(/^Commission/)]).toEqual(['300', '0']);
    await press('Change prize plan');
    await waitFor(() => expect(host.notices.at(-1)?.message).toBe('Prize plan of Friday Cup changed.'));
    expect(screen.queryByText('Commission: was 10%, is now 0%')).toBeNull();
    await waitFor(() => expect(value(/^Reason/)).toBe(''));
    type(/^Minimum entries/, '5');
    await save();
    await waitFor(() => expect(server.plan.prizes.min_entries).toBe(5));
    expect(bodies).toEqual([{ guarantee: tokens(300) }, { guarantee: tokens(300) }, { min_entries: 5 }]);
    expect(server.plan.prizes.commission_bps).toBe(0);
  });

  it('rows that the other admin changed are listed in the conflict', async () => {
    const server = createFakeServer();
    const rows = (second: number) => [
      { from: 1, to: 1, amount: tokens(100) },
      { from: 2, to: 5, amount: tokens(second) },
    ];
    const setRows = (second: number) => {
      change(server, { template: 'FIXED', guarantee: tokens(100 + 4 * second) });
      server.plan = { ...server.plan, rows: rows(second) };
    };
    setRows(10);
    await openShared(server);
    type(/^Commission/, '5');
    setRows(20);
    await save();
    expect(
      await screen.findByText('Rows: was 1: 100 WLD, 2-5: 10 WLD, is now 1: 100 WLD, 2-5: 20 WLD'),
    ).toBeTruthy();
  });

  it('a form that is opened again edits the current version', async () => {
    const server = createFakeServer();
    const { bodies } = await openShared(server);
    fireEvent.click(screen.getByLabelText('Close'));
    await waitFor(() => expect(screen.queryByLabelText('Announced prizes')).toBeNull());
    change(server, { commission_bps: 1000 });
    fireEvent.click(screen.getByLabelText('Prize plan of Friday Cup'));
    await screen.findByLabelText('Announced prizes');
    type(/^Minimum entries/, '5');
    await save();
    await waitFor(() => expect(server.plan.prizes.min_entries).toBe(5));
    expect(bodies).toEqual([{ min_entries: 5 }]);
  });
});
