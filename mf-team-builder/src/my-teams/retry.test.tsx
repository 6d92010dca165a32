import { fireEvent, screen, waitFor } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { myParticipations } from '@touchline/api/http/entries';
import { deferred } from '@touchline/host/testing/deferred';
import { createFakeHost, fakeUser } from '@touchline/host/testing/fake-host';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { expect, it } from 'vitest';
import { NOW } from '../testing/fixtures.ts';
import { openPage } from '../testing/open-page.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

resetBetweenTests();

it('MYTEAM-08 "Try Again" keeps the focus and the error while the teams are loaded again', async () => {
  const { promise, resolve } = deferred();
  let requests = 0;
  const failing = fakeResponse(myParticipations, async () => {
    requests += 1;
    if (requests > 1) await promise;
    throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'The games are being counted.');
  });
  openPage(createFakeHost({ user: fakeUser(), now: () => NOW, responses: [failing] }), '/my-team');
  const retry = await screen.findByRole('button', { name: 'Try Again' });
  retry.focus();
  fireEvent.click(retry);
  await waitFor(() => expect(retry.hasAttribute('data-loading')).toBe(true));
  expect(screen.getByText('The games are being counted.')).toBeTruthy();
  expect(document.activeElement).toBe(retry);
  resolve();
  await waitFor(() => expect(retry.hasAttribute('data-loading')).toBe(false));
  expect(document.activeElement).toBe(retry);
});
