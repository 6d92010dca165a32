import { cleanup, screen, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { type Reserves, reserves } from '@touchline/api/http/reserves';
import { createFakeHost, FAKE_ADDRESS } from '@touchline/host/testing/fake-host';
import { fakePrizes } from '@touchline/host/testing/fake-objects';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, describe, expect, it } from 'vitest';
import { openPage } from '../testing/open-page.tsx';
import { toWei } from '../testing/prizes.ts';

afterEach(cleanup);

const AT = '2026-09-01T12:00:20.000Z';
const buildReserves = (assets: number, owed: number): Reserves => ({
  computed_at: AT,
  chain_id: 480,
  block: 1234,
  tokens: [
    {
      token: fakePrizes().token,
      balances: [{ account: 'VAULT', address: FAKE_ADDRESS, balance: toWei(assets) }],
      assets: toWei(assets),
      liabilities: [{ kind: 'PRIZES', amount: toWei(owed) }],
      owed: toWei(owed),
      ratio: assets / owed,
    },
  ],
  covered: assets >= owed,
});

const open = (reply: Reserves | (() => never)) =>
  openPage(
    createFakeHost({
      responses: [fakeResponse(reserves, reply)],
      now: () => Date.parse(AT) + 12_000,
    }),
    '/reserves',
  );

describe('reserves', () => {
  it('the page shows balances, debts by kind, ratio, block, age and the CSV', async () => {
    open(buildReserves(300, 200));
    const panel = within(await screen.findByLabelText('Reserves in WLD'));
    expect(panel.getByText('150.00% covered')).toBeTruthy();
    expect(panel.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'Account or debtAssetsDebts',
      expect.stringMatching(/^Prize vault .*300$/),
      'Unpaid prizes200',
      'Total300200',
    ]);
    expect(screen.getByText(/^Balances at block/).textContent).toBe(
      'Balances at block 1,234, on which two RPCs agree. 12 seconds old.',
    );
    expect(screen.getByText('The balances cover everything that is owed.')).toBeTruthy();
    expect(screen.getByText('Download CSV').getAttribute('href')).toBe('/api/reserves.csv');
  });

  it('reserves below the debts are stated in words', async () => {
    open(buildReserves(150, 200));
    expect(
      await screen.findByText(/^The balance of at least one token is lower than what is owed\./),
    ).toBeTruthy();
  });

  it('reserves that cannot be read can be loaded again', async () => {
    open(() => {
      throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'The RPCs disagree');
    });
    expect(await screen.findByText('Failed to load the reserves')).toBeTruthy();
    expect(screen.getByText(/Prizes, stakes and refunds are not affected\./)).toBeTruthy();
  });
});
