import { act, cleanup, screen, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { myStakes } from '@touchline/api/http/staking';
import { fakeUser } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, expect, test, vi } from 'vitest';
import { buildMyStakes } from '../testing/build.ts';
import { createStakingHost, openStaking } from '../testing/open-page.tsx';

const getSection = (name: string) => within(screen.getByRole('region', { name }));

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('a failed refresh keeps the stakes and shows their age', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let broken = false;
  const host = createStakingHost({
    user: fakeUser(),
    responses: [
      fakeResponse(myStakes, () => {
        if (broken) throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'Not now.');
        return buildMyStakes([1000]);
      }),
    ],
  });
  openStaking(host);
  await getSection('Active Stakes').findByTitle('1,000 FOOTBALL');
  broken = true;
  act(() => host.emit({ topic: 'stakes' }));
  expect(
    await screen.findByText('Your stakes could not be refreshed. Last updated 1 minute ago.'),
  ).toBeTruthy();
  expect(getSection('Active Stakes').getByTitle('1,000 FOOTBALL')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(10 * 60_000));
  expect(screen.getByText(/could not be refreshed/).textContent).toContain('10 minutes ago');
});
