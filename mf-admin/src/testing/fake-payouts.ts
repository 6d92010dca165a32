import { fireEvent, screen, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import {
  beginPayout,
  giveUpPayout,
  listAdminPayments,
  listPayouts,
  type Payout,
  reportPayout,
} from '@touchline/api/http/admin-money';
import { FAKE_ADDRESS } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { ADMIN, openAdmin } from './open-admin.tsx';

export const TIMESTAMP = '2026-09-01T12:00:20.000Z';
export const buildPayout = (n: number, changes: Partial<Payout> = {}): Payout => ({
  id: `games.${n}`,
  kind: 'REFUND',
  reason: 'GAME_CANCELLED',
  because: `Friday Cup ${n} was cancelled`,
  recipient: FAKE_ADDRESS,
  amount: '1000',
  state: 'DUE',
  payable: true,
  locked: false,
  sender: '0xa0ee7a142d267c1f36714e4a8f75612f20a79720',
  payer: null,
  transaction_hash: null,
  final: false,
  paid_with: null,
  game_id: null,
  due_at: TIMESTAMP,
  begun_at: null,
  sent_at: null,
  confirmed_at: null,
  ...changes,
});

/** Fake server with these payouts. */
export function createFakeServer(...payouts: Payout[]) {
  const stored = new Map(payouts.map((each) => [each.id, each]));
  const requests: string[] = [];
  const change = (id = '', changes: Partial<Payout>) => {
    const payout = { ...stored.get(id)!, ...changes };
    stored.set(id, payout);
    return { payout };
  };
  const responses = [
    fakeResponse(listAdminPayments, { payments: [], next: null, total: 0 }),
    fakeResponse(listPayouts, ({ query: { state, search } }) => {
      const payouts = [...stored.values()].filter(
        (payout) => (!state || payout.state === state) && (!search || payout.id.split('.').includes(search)),
      );
      return { payouts, next: null, total: payouts.length, owed_total: '3000' };
    }),
    fakeResponse(beginPayout, ({ params: { id } }) => {
      requests.push(`begin ${id}`);
      const current = stored.get(id ?? '');
      if (current?.payer && current.payer !== ADMIN)
        throw new TouchlineError('STALE', 'Another admin is paying it.');
      if (current?.state !== 'DUE') return { payout: current!, newly_begun: false };
      const claimed = { state: 'SENDING' as const, payer: ADMIN, begun_at: new Date().toISOString() };
      return { ...change(id, claimed), newly_begun: true };
    }),
    fakeResponse(reportPayout, ({ params: { id }, body }) => {
      requests.push(`report ${id}`);
      return change(id, { ...(body as { transaction_hash: string }), state: 'CONFIRMED' });
    }),
    fakeResponse(giveUpPayout, ({ params: { id }, body }) => {
      const { nothing_signed, begun_at } = body as { nothing_signed?: boolean; begun_at?: string };
      const locked = !nothing_signed || begun_at !== stored.get(id ?? '')?.begun_at;
      requests.push(`${locked ? 'give up' : 'release'} ${id}`);
      if (stored.get(id ?? '')?.state === 'CONFIRMED') throw new TouchlineError('STALE', 'It has been sent.');
      return change(id, { state: 'DUE', payer: null, begun_at: null, locked, payable: !locked });
    }),
  ];
  return { responses, requests, change };
}

export async function openMoney(responses: Parameters<typeof openAdmin>[0]) {
  const host = openAdmin(responses);
  fireEvent.click(screen.getByLabelText('Money'));
  await screen.findByText('Payouts');
  return host;
}
export const findRow = async (because: string) => within((await screen.findByText(because)).closest('tr')!);
// By text, because queries by role are slow on a large page.
const findButton = async (name: string) =>
  (await screen.findByText(name, { selector: 'button *' })).closest('button')!;
export const press = async (name: string) => fireEvent.click(await findButton(name));
