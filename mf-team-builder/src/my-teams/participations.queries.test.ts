import { myParticipations } from '@touchline/api/http/entries';
import { deferred } from '@touchline/host/testing/deferred';
import { createFakeHost, fakeUser } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { expect, test, vi } from 'vitest';
import { getParticipationsQueryOptions } from './participations.queries.ts';

test('a cancelled query cancels its request, so that its teams are not stored for the next user', async () => {
  const { promise: held, resolve: respond } = deferred();
  const mine = fakeResponse(myParticipations, () => held.then(() => ({ participations: [] })));
  const { api, queryClient } = createFakeHost({ user: fakeUser(), responses: [mine] });
  const request = vi.spyOn(api, 'request');
  const loading = queryClient.fetchQuery(getParticipationsQueryOptions(api, fakeUser().wallet_address));
  const cancelled = expect(loading).rejects.toThrow('CancelledError');
  await queryClient.cancelQueries();
  respond();
  await cancelled;
  await expect(request.mock.results[0]?.value).rejects.toMatchObject({ name: 'AbortError' });
});
