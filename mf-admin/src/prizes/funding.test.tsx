import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { getSettlementFunding } from '@touchline/api/http/admin-prizes';
import { deferred } from '@touchline/host/testing/deferred';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, expect, it, vi } from 'vitest';
import { buildSettled, createFakeServer, openSettlement } from '../testing/fake-prizes.ts';

vi.spyOn(console, 'error').mockImplementation(() => {});
afterEach(cleanup);

it('the failure to load a funding stays while the request is repeated', async () => {
  const { promise: held } = deferred();
  let requests = 0;
  await openSettlement([
    ...createFakeServer(buildSettled()).responses,
    fakeResponse(getSettlementFunding, async () => {
      requests += 1;
      if (requests > 1) await held;
      throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'The service is down.');
    }),
  ]);
  fireEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(requests).toBe(2));
  expect(screen.getByText('Failed to load the funding')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try Again' }).dataset.loading).toBe('true');
});
