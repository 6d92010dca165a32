import { fireEvent, waitFor } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { myParticipations, type Participation } from '@touchline/api/http/entries';
import { deferred } from '@touchline/host/testing/deferred';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { expect } from 'vitest';

/** Responds to the first request for the user's teams with an error, and to the second one when the user has returned to the page. */
export function createLateTeams(participations: Participation[]) {
  const { promise, resolve } = deferred();
  let requests = 0;
  const response = fakeResponse(myParticipations, async () => {
    requests += 1;
    if (requests === 1) throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'Not now.');
    await promise;
    return { participations };
  });
  const returnToPage = async () => {
    fireEvent(window, new Event('visibilitychange'));
    await waitFor(() => expect(requests).toBe(2));
    resolve();
  };
  return { response, returnToPage };
}
