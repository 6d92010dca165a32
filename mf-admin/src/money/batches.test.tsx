import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { TransferError } from '@touchline/host/transfers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildPayout, createFakeServer, openMoney, press, TIMESTAMP } from '../testing/fake-payouts.ts';
import { ADMIN } from '../testing/open-admin.tsx';

vi.spyOn(console, 'error').mockImplementation(() => {});
afterEach(cleanup);

const build = (count: number, ...owners: string[]) =>
  Array.from({ length: count }, (_, n) =>
    buildPayout(n + 1, { id: `${owners[n] ?? 'games'}.${n + 1}`, amount: '1000' }),
  );
const begun = (n: number) =>
  buildPayout(n, { state: 'SENDING', payer: ADMIN, begun_at: TIMESTAMP, payable: false });
const confirmed = () => screen.queryAllByText('CONFIRMED', { selector: 'td *' }).length;

async function openBatches(server: ReturnType<typeof createFakeServer>, max: number) {
  const host = await openMoney(server.responses);
  host.transfers.offerBatches(max);
  return host;
}

async function paySelected(count: number) {
  fireEvent.click(await screen.findByLabelText(`All ${count} payable on this page`));
  await press(`Pay selected (${count})`);
}

/** Simulates a reload with a batch in progress, and `others` after it in the queue. */
const store = (ids: readonly string[], calls: string | null, ...others: string[]) =>
  window.localStorage.setItem(
    `touchline-payouts:${ADMIN}`,
    JSON.stringify({
      queue: [...ids, ...others],
      total: ids.length + others.length,
      requested: null,
      batch: { calls, payouts: ids.map((id) => ({ id, to: buildPayout(1).recipient, amount: '1000' })) },
    }),
  );

describe('batches', () => {
  it('several payouts of one wallet are sent with one confirmation, and each is reported', async () => {
    const server = createFakeServer(...build(4, 'games', 'staking', 'games', 'staking'));
    const host = await openBatches(server, 20);
    await paySelected(4);
    await waitFor(() => expect(confirmed()).toBe(4));
    expect(
      host.transfers.requestedBatches.map((batch) => batch.transfers.map(({ payout }) => payout)),
    ).toEqual([
      ['games.1', 'games.3'],
      ['staking.2', 'staking.4'],
    ]);
    expect(host.transfers.requested).toEqual([]);
    expect(window.localStorage.length).toBe(0);
  });

  it('a wallet without batches confirms every transfer', async () => {
    const server = createFakeServer(...build(2));
    const host = await openBatches(server, 0);
    await paySelected(2);
    await waitFor(() => expect(confirmed()).toBe(2));
    expect(host.transfers.requested).toHaveLength(2);
  });

  it('a wallet that accepts fewer transfers gets smaller batches', async () => {
    const server = createFakeServer(...build(5));
    const host = await openBatches(server, 2);
    await paySelected(5);
    await waitFor(() => expect(confirmed()).toBe(5));
    expect(host.transfers.requestedBatches.map(({ transfers }) => transfers.length)).toEqual([2, 2]);
    expect(host.transfers.requested).toHaveLength(1);
    expect(server.requests.filter((each) => each.startsWith('give up'))).toEqual([]);
  });

  it('a declined batch releases every claim without a lock and can be sent again', async () => {
    const server = createFakeServer(...build(2));
    const host = await openBatches(server, 20);
    host.transfers.fail(new TransferError('USER_REJECTED', 'Transaction was cancelled.'));
    await paySelected(2);
    expect(await screen.findByText(/^Transaction was cancelled\. 0 of 2 payouts sent/)).toBeTruthy();
    expect(server.requests).toEqual(['begin games.1', 'begin games.2', 'release games.1', 'release games.2']);
    await press('Resume');
    await waitFor(() => expect(confirmed()).toBe(2));
  });

  it('a payout that another admin has claimed is left out of the batch', async () => {
    const server = createFakeServer(...build(3));
    const host = await openBatches(server, 20);
    fireEvent.click(await screen.findByLabelText('All 3 payable on this page'));
    server.change('games.2', { state: 'SENDING', payer: buildPayout(1).recipient });
    await press('Pay selected (3)');
    expect(await screen.findByText(/^Another admin is paying it\. 2 of 3 payouts sent/)).toBeTruthy();
    expect(host.transfers.requestedBatches[0]?.transfers.map(({ payout }) => payout)).toEqual([
      'games.1',
      'games.3',
    ]);
  });
});

describe('interrupted batch', () => {
  it('a batch whose response was lost is found by its id after a reload and not sent again', async () => {
    const server = createFakeServer(...build(3));
    const host = await openBatches(server, 20);
    host.transfers.fail(new TransferError('UNKNOWN_ERROR', 'The page was closed.'));
    await paySelected(3);
    expect(await screen.findByText(/^The page was closed\./)).toBeTruthy();
    await press('Resume');
    await waitFor(() => expect(confirmed()).toBe(3));
    expect(host.transfers.requestedBatches).toHaveLength(1);
    expect(host.transfers.waitedBatches).toEqual([host.transfers.requestedBatches[0]?.id]);
    expect(new Set(server.requests.filter((each) => each.startsWith('report'))).size).toBe(3);
  });

  it('a batch that the wallet does not know is never sent again, and giving it up locks its payouts', async () => {
    const server = createFakeServer(begun(1), begun(2));
    store(['games.1', 'games.2'], 'lost', 'games.3');
    const host = await openBatches(server, 20);
    await press('Resume');
    expect(await screen.findByText('Was this batch sent?')).toBeTruthy();
    await press('Give up: nothing more was sent');
    await waitFor(() => expect(server.requests).toEqual(['give up games.1', 'give up games.2']));
    expect(await screen.findByText('0 of 1 payout sent')).toBeTruthy();
    await waitFor(() => expect(screen.getAllByText('Given up: locked for up to a day')).toHaveLength(2));
    expect([host.transfers.requested, host.transfers.requestedBatches]).toEqual([[], []]);
  });

  it('a batch that was claimed before a reload is not sent', async () => {
    const server = createFakeServer(begun(1), begun(2));
    store(['games.1', 'games.2'], null);
    const host = await openBatches(server, 20);
    await press('Resume');
    expect(await screen.findByText('Was this batch sent?')).toBeTruthy();
    expect([host.transfers.requested, host.transfers.requestedBatches, server.requests]).toEqual([
      [],
      [],
      [],
    ]);
  });

  it('a batch of which the wallet sent a part reports that part and gives up only the rest', async () => {
    const server = createFakeServer(...build(3));
    const host = await openBatches(server, 20);
    host.transfers.cutBatch(2);
    await paySelected(3);
    expect(await screen.findByText(/2 of 3 payouts sent/)).toBeTruthy();
    expect(await screen.findByText('Was this batch sent?')).toBeTruthy();
    await press('Resume');
    expect(await screen.findByText('Was this batch sent?')).toBeTruthy();
    await press('Give up: nothing more was sent');
    await waitFor(() => expect(server.requests.at(-1)).toBe('give up games.3'));
    expect(host.transfers.requestedBatches).toHaveLength(1);
    expect(server.requests.filter((each) => each.startsWith('report'))).toEqual([
      'report games.1',
      'report games.2',
    ]);
  });

  it('a batch is kept by the server where it found the transfer while the admin gave up', async () => {
    const server = createFakeServer({ ...begun(1), state: 'CONFIRMED' }, begun(2));
    store(['games.1', 'games.2'], 'lost');
    await openBatches(server, 20);
    await press('Give up: nothing more was sent');
    await waitFor(() => expect(server.requests).toEqual(['give up games.1', 'give up games.2']));
    await waitFor(() => expect(window.localStorage.length).toBe(0));
    expect(confirmed()).toBe(1);
  });
});
