import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { adminHealth, adminSeries, type ServiceHealth } from '@touchline/api/http/admin-overview';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, expect, it } from 'vitest';
import { openAdmin } from '../testing/open-admin.tsx';

afterEach(cleanup);

type Wallet = NonNullable<NonNullable<ServiceHealth['chain']>['wallet']>;
const ADDRESS = `0x${'a'.repeat(40)}`;

function openOverview(...wallets: Partial<Wallet>[]) {
  openAdmin([
    fakeResponse(adminSeries, { series: [] }),
    fakeResponse(adminHealth, {
      checked_at: '2026-09-01T12:00:00.000Z',
      parts: [
        { part: 'gateway', health: null },
        ...wallets.map((wallet) => ({
          part: wallet.name === 'staking' ? ('staking' as const) : ('games' as const),
          health: {
            replicas: [],
            outbox: null,
            feed: null,
            bus: { connected: true, lag: [] },
            chain: {
              rpcs: [],
              agree: true,
              scanned_block: 1,
              wallet: {
                name: 'treasury' as const,
                address: ADDRESS,
                balance: '0',
                due: '0',
                locked: '0',
                interest: '0',
                ...wallet,
              },
            },
          },
        })),
      ],
    }),
  ]);
  fireEvent.click(screen.getByRole('radio', { name: 'Overview' }));
}
const findWallet = async (name: string) => within(await screen.findByRole('region', { name }));

it('the overview compares what each wallet has with what it owes', async () => {
  openOverview(
    { balance: '500', due: '500' },
    { name: 'staking', balance: '10000', due: '1000.5', locked: '9000', interest: '60' },
  );
  expect((await findWallet('Treasury')).getByText('Funded')).toBeTruthy();
  const staking = await findWallet('Staking wallet');
  expect(staking.getByText('0.5 FT missing')).toBeTruthy();
  expect(staking.getByText('1,000.5 FT')).toBeTruthy();
  expect(staking.getByText('9,000 FT')).toBeTruthy();
});

it('the overview names missing interest, and a balance that is not known', async () => {
  openOverview(
    { balance: null, due: '1' },
    { name: 'staking', balance: '9000', locked: '9000', interest: '60' },
  );
  expect((await findWallet('Treasury')).getByText('Balance unknown')).toBeTruthy();
  expect((await findWallet('Staking wallet')).getByText('60 FT of interest missing')).toBeTruthy();
});
