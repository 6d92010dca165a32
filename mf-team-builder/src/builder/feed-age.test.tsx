import { act, screen } from '@testing-library/react';
import { bootstrap } from '@touchline/api/http/fpl';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { expect, it, vi } from 'vitest';
import { buildBootstrap, HOUR, inHours, NOW } from '../testing/fixtures.ts';
import { openBuilder } from '../testing/open-builder.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

resetBetweenTests();

it('the builder shows the age of prices from a delayed feed until the feed has caught up', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let stale = true;
  const football = fakeResponse(bootstrap, () => ({
    ...buildBootstrap(),
    stale,
    updated_at: inHours(stale ? -2 : 0),
  }));
  let now = NOW;
  await openBuilder({ responses: [football], host: { now: () => now } });
  expect(screen.getByText('Live data is delayed. Last updated 2 hours ago.')).toBeTruthy();
  now += HOUR;
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(screen.getByText('Live data is delayed. Last updated 3 hours ago.')).toBeTruthy();
  stale = false;
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(screen.queryByText(/Live data is delayed/)).toBeNull();
});

it('the builder shows no age for a feed in time', async () => {
  await openBuilder();
  expect(screen.queryByText(/Live data is delayed/)).toBeNull();
});
