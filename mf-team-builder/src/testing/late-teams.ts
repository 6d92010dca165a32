import { fireEvent, waitFor } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { myParticipations, type Participation } from '@touchline/api/http/entries';
import { fakeRetry } from '@touchline/host/testing/fake-responses';
import { expect } from 'vitest';

/** Responds to the first request for the user's teams with an error, and to the second one when the user has returned to the page. */
export function createLateTeams(participations: Participation[]) {
  const error = new TouchlineError('UPSTREAM_UNAVAILABLE', 'Not now.');
  const { response, count, release } = fakeRetry(myParticipations, error, { participations });
  const returnToPage = async () => {
    fireEvent(window, new Event('visibilitychange'));
    await waitFor(() => expect(count()).toBe(2));
    release();
  };
  return { response, returnToPage };
}
