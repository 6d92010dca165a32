import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { AdminSettlement } from '@touchline/api/http/admin-prizes';
import { afterEach, expect, it } from 'vitest';
import { adminKey } from '../admin.queries.ts';
import { press } from '../testing/fake-payouts.ts';
import {
  buildDifference,
  buildSettled,
  buildSettlement,
  createFakeServer,
  openSettlement,
  tokens,
} from '../testing/fake-prizes.ts';

afterEach(cleanup);

const CHANGED = 'This was changed by someone else';
const reason = () => screen.queryByLabelText<HTMLInputElement>(/^Reason/);

/** Approves a settlement, and has it changed by another admin afterwards. */
async function approveThenChange(settlement: AdminSettlement, action: string, changed: AdminSettlement) {
  const server = createFakeServer(settlement, [buildDifference()]);
  const host = await openSettlement(server.responses);
  fireEvent.change(reason()!, { target: { value: 'Checked' } });
  await press(action);
  await waitFor(() => expect(reason()).toBeNull());
  expect(server.approvals).toHaveLength(1);
  expect(screen.queryByText(CHANGED)).toBeNull();
  server.settlement = changed;
  await host.queryClient.invalidateQueries({ queryKey: adminKey() });
}

it('corrections that change after their approval are announced with the form', async () => {
  const needed = { corrections: 1, moved: tokens(130), approval_needed: true };
  const changed = buildSettlement({ ...needed, corrections: 2, version: '2' });
  await approveThenChange(buildSettlement(needed), 'Approve corrections', changed);
  expect(await screen.findByText(CHANGED)).toBeTruthy();
  expect(reason()?.value).toBe('');
});

it('a funding that changes after its approval is announced with the form', async () => {
  const needed = { funding_approval_needed: true };
  const changed = buildSettled({ ...needed, refill_due: tokens(70), version: 'refill' });
  await approveThenChange(buildSettled(needed), 'Approve funding', changed);
  expect(await screen.findByText(CHANGED)).toBeTruthy();
  expect(reason()?.value).toBe('');
});

it('corrections that are settled after their approval are not announced', async () => {
  const needed = { corrections: 1, moved: tokens(130), approval_needed: true };
  const settled = buildSettled({ corrections: 1, moved: tokens(130), version: '1.settled' });
  await approveThenChange(buildSettlement(needed), 'Approve corrections', settled);
  expect(await screen.findByText('Settled', { selector: 'dt' })).toBeTruthy();
  expect(screen.queryByText(CHANGED)).toBeNull();
});
