import { cleanup, screen, within } from '@testing-library/react';
import { type MyStakes, myStakes } from '@touchline/api/http/staking';
import { fakeUser } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, expect, it, vi } from 'vitest';
import { buildMyStakes, fakeUuid, LOCK_END } from '../testing/build.ts';
import { createStakingHost, openStaking } from '../testing/open-page.tsx';

afterEach(cleanup);

const REFUND = {
  stake_id: null,
  transaction_hash: `0x${'2'.repeat(64)}`,
  reason: 'BELOW_MINIMUM' as const,
  principal: '999',
  interest: '0',
  unlocked_at: LOCK_END,
};
const RETURNED = {
  kind: 'STAKE_RETURN' as const,
  amount: '10000',
  state: 'CONFIRMED' as const,
  transaction_hash: `0x${'3'.repeat(64)}`,
  sent_at: LOCK_END,
};

/** Opens the page with these payouts. Returns the rows of both lists. */
async function openPayouts(payouts: Pick<MyStakes, 'owed' | 'paid'>) {
  const responses = [fakeResponse(myStakes, buildMyStakes([], payouts))];
  openStaking(createStakingHost({ user: fakeUser(), responses }));
  const pending = within(await screen.findByRole('region', { name: 'Pending payouts' }));
  const sent = within(screen.getByRole('region', { name: 'Sent payouts' }));
  return { pending, pendingRows: pending.getAllByRole('listitem'), sentRows: sent.getAllByRole('listitem') };
}

it('the page lists pending payouts with interest and reason, and sent payouts with their transactions', async () => {
  const unlocked = {
    ...REFUND,
    stake_id: fakeUuid(9),
    transaction_hash: `0x${'1'.repeat(64)}`,
    reason: 'UNLOCKED' as const,
    principal: '10000',
    interest: '60',
  };
  const interest = { ...RETURNED, kind: 'INTEREST' as const, amount: '60.25', state: 'SENT' as const };
  const { pending, pendingRows, sentRows } = await openPayouts({
    owed: [unlocked, REFUND],
    paid: [interest, RETURNED],
  });
  expect(pendingRows[0]?.textContent).toContain('10K FOOTBALL + 60 interest');
  expect(pendingRows[1]?.textContent).toContain('below the minimum of 1,000');
  expect(pending.getByText(/within 7 days. Your tokens are safe/)).toBeTruthy();
  expect(sentRows.map((row) => row.textContent)).toEqual([
    '60.25 FOOTBALLInterest, on its way0x3333...3333',
    '10,000 FOOTBALLReturned stake, 23 May 20270x3333...3333',
  ]);
  const link = within(sentRows[0]!).getByRole<HTMLAnchorElement>('link');
  expect(link.href).toBe(`https://worldscan.org/tx/${RETURNED.transaction_hash}`);
});

it('equal payouts of one transaction are separate rows with different keys', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { pendingRows, sentRows } = await openPayouts({ owed: [REFUND, REFUND], paid: [RETURNED, RETURNED] });
  expect([pendingRows.length, sentRows.length]).toEqual([2, 2]);
  expect(logged.mock.calls).toEqual([]);
  logged.mockRestore();
});
