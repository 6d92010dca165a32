import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { endSessions } from '@touchline/api/http/admin-controls';
import { FAKE_ADDRESS } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, expect, it, vi } from 'vitest';
import { endSessionAndReturn, openAdmin } from '../testing/open-admin.tsx';

vi.spyOn(console, 'error').mockImplementation(() => {});
afterEach(cleanup);

const FAILED = 'End all sessions failed';

/** Opens the form on a server that responds to the first request with an error. */
async function openSessions() {
  let requests = 0;
  openAdmin([
    fakeResponse(endSessions, () => {
      requests += 1;
      if (requests === 1) throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'The gateway is unavailable.');
      return { ended: 2 };
    }),
  ]);
  fireEvent.click(screen.getByRole('radio', { name: 'System' }));
  const form = within(await screen.findByRole('region', { name: 'Sessions' }));
  return {
    form,
    type: (name: RegExp, value: string) =>
      fireEvent.change(form.getByRole('textbox', { name }), { target: { value } }),
    end: () => fireEvent.click(form.getByRole('button', { name: 'End all sessions' })),
  };
}

it('the errors of a field disappear when it is edited', async () => {
  const { form, type, end } = await openSessions();
  end();
  expect(form.getByText('Please give a reason')).toBeTruthy();
  type(/Reason/, 'Lost phone');
  expect(form.queryByText('Please give a reason')).toBeNull();
  type(/Wallet/, 'not a wallet');
  end();
  expect(form.getByText(/^Enter a wallet address/)).toBeTruthy();
  type(/Wallet/, FAKE_ADDRESS);
  expect(form.queryByText(/^Enter a wallet address/)).toBeNull();
});

it('the error of an earlier attempt is not shown with the problem of the next one', async () => {
  const { form, type, end } = await openSessions();
  type(/Reason/, 'Lost phone');
  type(/Wallet/, FAKE_ADDRESS);
  end();
  expect(await form.findByText(FAILED)).toBeTruthy();
  type(/Wallet/, 'not a wallet');
  end();
  expect(form.getByText(/^Enter a wallet address/)).toBeTruthy();
  expect(form.queryByText(FAILED)).toBeNull();
  type(/Wallet/, FAKE_ADDRESS);
  expect(form.queryByText(FAILED)).toBeNull();
  end();
  await waitFor(() => expect(form.getByText('Ended 2 sessions of 0x7099...79c8.')).toBeTruthy());
  expect(form.queryByText(FAILED)).toBeNull();
});

it('wallet and reason are kept when the session ends', async () => {
  const host = openAdmin();
  const find = (label: RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name: label });
  fireEvent.click(screen.getByRole('radio', { name: 'System' }));
  fireEvent.change(await find(/Wallet/), { target: { value: FAKE_ADDRESS } });
  fireEvent.change(await find(/Reason/), { target: { value: 'Lost phone' } });
  endSessionAndReturn(host);
  fireEvent.click(screen.getByRole('radio', { name: 'System' }));
  expect([(await find(/Wallet/)).value, (await find(/Reason/)).value]).toEqual([FAKE_ADDRESS, 'Lost phone']);
});
