import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { approveFunding, approveSettlement, listSettlements } from '@touchline/api/http/admin-prizes';
import { reserves } from '@touchline/api/http/reserves';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { adminKey } from '../admin.queries.ts';
import { press } from '../testing/fake-payouts.ts';
import {
  buildDifference,
  buildFunded,
  buildReserves,
  buildSettled,
  buildSettlement,
  createFakeServer,
  openPrizes,
  openSettlement,
  tokens,
} from '../testing/fake-prizes.ts';
import { listCells, openAdmin } from '../testing/open-admin.tsx';

vi.spyOn(console, 'error').mockImplementation(() => {});
afterEach(cleanup);

const approval = { corrections: 1, moved: tokens(130), approval_needed: true };
async function approve(reason: string) {
  fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: reason } });
  await press('Approve corrections');
}

/** Copies address and data of all calls in a disclosure, in their order. */
async function copyCalls(summary: string) {
  const writeText = vi.spyOn(window.navigator.clipboard, 'writeText').mockResolvedValue();
  const calls = within(screen.getByText(summary).closest('details')!);
  const buttons = calls.getAllByLabelText(/^Copy /);
  for (const button of buttons) fireEvent.click(button);
  await calls.findAllByLabelText('Copied');
  return writeText.mock.calls.slice(-buttons.length).map(([text]) => text);
}

describe('settlements', () => {
  it('the list shows the state, the pool and the end of the review, and filters by state', async () => {
    const queries: unknown[] = [];
    const { responses } = createFakeServer();
    await openPrizes([
      ...responses,
      fakeResponse(listSettlements, ({ query }) => {
        queries.push(query);
        return { settlements: [buildSettlement()], next: null, total: 1 };
      }),
    ]);
    await screen.findByLabelText('Details of Friday Cup');
    expect(listCells().slice(0, 5)).toEqual(['Friday Cup', 'In review ', '200 WLD', '250 of 12', '0 of 250']);
    expect(listCells()[5]).toMatch(/^Sep \d{1,2}, 2026/);
    fireEvent.change(screen.getByLabelText('State of settlements'), { target: { value: 'FUNDED' } });
    await waitFor(() => expect(queries.at(-1)).toEqual({ state: 'FUNDED' }));
  });

  it('corrections are listed with rank and prize before and after, and a second admin approves them', async () => {
    const server = createFakeServer(buildSettlement(approval), [buildDifference()]);
    await openSettlement(server.responses);
    const table = within(await screen.findByLabelText('Table of differences'));
    expect(
      screen.getByText(/^1 correction decided 130 WLD: the prizes that went to other entries/),
    ).toBeTruthy();
    expect(screen.getByText(/all prizes after a change of a stake, a coefficient,/)).toBeTruthy();
    expect(table.getAllByRole('cell', { hidden: true }).map((cell) => cell.textContent)).toEqual([
      'Onion Bag',
      '0x7099...79c8',
      '3rd to 1st',
      '0 WLD',
      '130 WLD',
      '+130',
    ]);
    await approve('Checked against the match report');
    expect(await screen.findByText(/Approved by 0x7099\.\.\.79c8/)).toBeTruthy();
    expect(server.approvals).toEqual([{ reason: 'Checked against the match report' }]);
    expect(screen.queryByText('Approve corrections')).toBeNull();
  });

  it('an admin who made a correction reads why they cannot approve it', async () => {
    const rejected = new TouchlineError('CHANGE_REFUSED', 'You made one of the corrections.');
    const server = createFakeServer(buildSettlement(approval), [buildDifference()]);
    await openSettlement([
      ...server.responses,
      fakeResponse(approveSettlement, () => {
        throw rejected;
      }),
    ]);
    await approve('Mine');
    expect(await screen.findByText('You made one of the corrections.')).toBeTruthy();
  });

  it('corrections that change under the form are announced, and are approved only with a new reason', async () => {
    const differences = [buildDifference()];
    const server = createFakeServer(buildSettlement(approval), differences);
    const host = await openSettlement(server.responses);
    fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: 'Checked' } });
    server.settlement = buildSettlement({ ...approval, version: '2' });
    differences[0] = { ...buildDifference(), amount_after: tokens(1_000) };
    await host.queryClient.invalidateQueries({ queryKey: adminKey() });
    expect(await screen.findByText('1,000 WLD')).toBeTruthy();
    await press('Approve corrections');
    expect(screen.getByText('This was changed by someone else')).toBeTruthy();
    expect(screen.getByText('Please give a reason')).toBeTruthy();
    expect(server.approvals).toEqual([]);
    await approve('Checked again');
    await waitFor(() => expect(server.approvals).toEqual([{ reason: 'Checked again' }]));
  });

  it('a funding problem is shown in the list and in the details', async () => {
    const problem = 'The vault has a settlement of this game with another root.';
    const { responses } = createFakeServer(buildSettled({ funding_problem: problem }));
    await openSettlement(responses);
    expect(screen.getAllByText('Funding problem').length).toBeGreaterThan(1);
    expect(screen.getByText(problem)).toBeTruthy();
  });

  it('the call that revokes a settlement can be copied until claims open', async () => {
    const server = createFakeServer({ ...buildFunded(), funding_unapproved: true });
    server.revoke = { to: `0x${'c'.repeat(40)}`, data: `0xb75c7dc6${'1'.repeat(64)}` };
    const host = await openSettlement(server.responses);
    expect(await copyCalls('Call that revokes the settlement')).toEqual([
      server.revoke.to,
      server.revoke.data,
    ]);
    server.revoke = null;
    await host.queryClient.invalidateQueries({ queryKey: adminKey() });
    await waitFor(() => expect(screen.queryByText('Call that revokes the settlement')).toBeNull());
  });
});

describe('funding', () => {
  const openFunding = async (changes: Parameters<typeof buildSettled>[0]) => {
    const server = createFakeServer(buildSettled(changes));
    const host = await openSettlement(server.responses);
    return Object.assign(server, { host });
  };
  const withReason = async (button: string, reason: string) => {
    fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: reason } });
    await press(button);
  };

  it('an admin approves a funding above the limit, cannot send it, and can withdraw the approval', async () => {
    const server = await openFunding({ funding_approval_needed: true });
    expect(screen.getAllByText('Approval needed').length).toBeGreaterThan(1);
    expect(screen.queryByText('Fund 200 WLD')).toBeNull();
    expect(screen.getByText('Check the result first.').getAttribute('href')).toBe(
      `/results/${server.settlement.game_id}`,
    );
    await withReason('Approve funding', 'The result is correct');
    await screen.findByText('You approved 200 WLD. Another administrator has to send it.');
    expect(screen.queryByText('Fund 200 WLD')).toBeNull();
    await press('Withdraw approval');
    await withReason('Withdraw approval', 'Too early');
    await screen.findByText('Approve funding');
    expect(server.approvals).toEqual([
      { approved: true, reason: 'The result is correct' },
      { approved: false, reason: 'Too early' },
    ]);
  });

  it('a funding that changes under the form is announced, and is approved only with a new reason', async () => {
    const server = await openFunding({ funding_approval_needed: true });
    fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: 'Checked' } });
    server.settlement = buildSettled({
      funding_approval_needed: true,
      refill_due: tokens(70),
      version: 'refill',
    });
    await server.host.queryClient.invalidateQueries({ queryKey: adminKey() });
    await screen.findByText('This was changed by someone else');
    await press('Approve funding');
    expect(server.approvals).toEqual([]);
    await withReason('Approve funding', 'Checked again');
    await waitFor(() => expect(server.approvals).toEqual([{ approved: true, reason: 'Checked again' }]));
  });

  it('a funding that another admin approved can be sent', async () => {
    await openFunding({ funding_approved_by: `0x${'d'.repeat(40)}` });
    expect(screen.getByText('Approved by 0xdddd...dddd.')).toBeTruthy();
    expect(await screen.findByText('Fund 200 WLD')).toBeTruthy();
  });

  it.each([
    ['settle', null, '3'],
    ['refill', tokens(70), '4'],
  ])('approve and %s can be copied for a multi-signature wallet', async (name, refill_due, digit) => {
    const { settlement } = await openFunding({ refill_due });
    await screen.findByLabelText(`Copy data of ${name}`);
    expect(await copyCalls('Calls for a multi-signature wallet')).toEqual([
      settlement.prizes.token.address,
      `0x095ea7b3${'2'.repeat(128)}`,
      `0x${'c'.repeat(40)}`,
      `0x${digit.repeat(72)}`,
    ]);
  });

  it('a funding that reached the chain without approval is marked', async () => {
    await openSettlement(createFakeServer({ ...buildFunded(), funding_unapproved: true }).responses);
    expect(screen.getByText('Funded without approval')).toBeTruthy();
    expect(screen.getAllByText('Not approved').length).toBeGreaterThan(0);
  });

  it('the funding of a game whose unclaimed prizes were reclaimed is a refill of the rest', async () => {
    await openFunding({ refill_due: tokens(70), funding_problem: 'The unclaimed prizes were taken back.' });
    const panel = within(screen.getByLabelText('Refill'));
    expect(await panel.findByText('Refill 70 WLD')).toBeTruthy();
    expect(panel.getByText('The unclaimed prizes were taken back.')).toBeTruthy();
  });

  it('a funding that was changed by another admin in between is loaded again', async () => {
    const server = createFakeServer(buildSettled({ funding_approval_needed: true }));
    await openSettlement([
      ...server.responses,
      fakeResponse(approveFunding, () => {
        server.settlement = {
          ...server.settlement,
          funding_approval_needed: false,
          funding_approved_by: `0x${'d'.repeat(40)}`,
        };
        throw new TouchlineError('STALE', 'This was changed by someone else. Reload and try again.');
      }),
    ]);
    await withReason('Approve funding', 'Late');
    expect(await screen.findByText('Approved by 0xdddd...dddd.')).toBeTruthy();
  });
});

describe('reserves', () => {
  it('the table shows balances and debts with their ratio and links to the CSV', async () => {
    await openPrizes(createFakeServer().responses);
    const panel = within(await screen.findByLabelText('Reserves in WLD'));
    expect(panel.getByText('150.00% covered')).toBeTruthy();
    expect(panel.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'Account or debtAssetsDebts',
      expect.stringMatching(/^Treasury .*300$/),
      'Unpaid prizes200',
      'Total300200',
    ]);
    expect(screen.getByText('Download CSV').getAttribute('href')).toBe('/api/reserves.csv');
    expect(screen.queryByText('Reserves do not cover all debts')).toBeNull();
  });

  it('a banner in every section warns while the reserves do not cover the debts', async () => {
    openAdmin([fakeResponse(reserves, buildReserves(tokens(150), tokens(200)))]);
    expect(await screen.findByText('Reserves do not cover all debts')).toBeTruthy();
    expect(screen.getByText(/^WLD: 50 WLD missing \(75\.00% covered\)\./)).toBeTruthy();
  });
});
