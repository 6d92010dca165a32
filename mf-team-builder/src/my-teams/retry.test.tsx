import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { myParticipations } from '@touchline/api/http/entries';
import { createFakeHost, fakeUser } from '@touchline/host/testing/fake-host';
import { fakeResponse, fakeRetry } from '@touchline/host/testing/fake-responses';
import { expect, it, vi } from 'vitest';
import { buildGame, buildParticipation, NOW } from '../testing/fixtures.ts';
import { openPage } from '../testing/open-page.tsx';
import { resetBetweenTests } from '../testing/reset.ts';

resetBetweenTests();

it('MYTEAM-08 "Try Again" keeps the focus and the error while the teams are loaded again', async () => {
  const error = new TouchlineError('UPSTREAM_UNAVAILABLE', 'The games are being counted.');
  const { response, release } = fakeRetry(myParticipations, error);
  openPage(createFakeHost({ user: fakeUser(), now: () => NOW, responses: [response] }), '/my-team');
  const retry = await screen.findByRole('button', { name: 'Try Again' });
  retry.focus();
  fireEvent.click(retry);
  await waitFor(() => expect(retry.hasAttribute('data-loading')).toBe(true));
  expect(screen.getByText('The games are being counted.')).toBeTruthy();
  expect(document.activeElement).toBe(retry);
  release();
  await waitFor(() => expect(retry.hasAttribute('data-loading')).toBe(false));
  expect(document.activeElement).toBe(retry);
});

it('teams are loaded every 30 seconds, because a live stream can be silent without an error', async () => {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
  let team = buildParticipation(1, { game: buildGame(3, -1) });
  const mine = fakeResponse(myParticipations, () => ({ participations: [team] }));
  openPage(createFakeHost({ user: fakeUser(), now: () => NOW, responses: [mine] }), '/my-team');
  await screen.findByText(team.team_name);
  team = { ...team, team_name: 'Loaded Again' };
  await act(() => vi.advanceTimersByTimeAsync(31_000));
  expect(screen.getByText('Loaded Again')).toBeTruthy();
});
