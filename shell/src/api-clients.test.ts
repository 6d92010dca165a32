import { act, screen, waitFor } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { myParticipations } from '@touchline/api/http/entries';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { describe, expect, test } from 'vitest';
import { makeToken, userOf } from './testing/server.ts';
import { shellUnderTest } from './testing/shell-under-test.tsx';
import { ALICE_ADDRESS, BOB_ADDRESS } from './testing/test-wallet.ts';

const page = shellUnderTest();

function storeSession(address: string) {
  page.server.signedInAs = address;
  localStorage.setItem('auth_token', makeToken(address));
  localStorage.setItem('user_data', JSON.stringify(userOf(address)));
}

test('SHELL-03 any 401 clears the session and returns to the home page', async () => {
  storeSession(ALICE_ADDRESS);
  const { shell } = page.open({ at: '/somewhere' });
  await waitFor(() => expect(page.server.count('GET /auth/profile')).toBe(1));
  page.server.fails.set(
    'GET /games/my-participations',
    new TouchlineError('TOKEN_INVALID', 'No.', { status: 401 }),
  );
  await act(async () => {
    await expect(shell.host.api.request(myParticipations)).rejects.toMatchObject({ status: 401 });
  });
  expect([localStorage.getItem('auth_token'), localStorage.getItem('user_data')]).toEqual([null, null]);
  expect(window.location.pathname).toBe('/');
  await screen.findByText('Your session ended. Sign in to get back to where you were.');
  expect(window.history.state.usr).toEqual({ returnTo: '/somewhere', ended: true });
});

test('SHELL-03 an expired token whose refresh fails does not end the session', async () => {
  storeSession(ALICE_ADDRESS);
  const { shell } = page.open({ at: '/somewhere' });
  await waitFor(() => expect(page.server.count('GET /auth/profile')).toBe(1));
  const expired = new TouchlineError('TOKEN_EXPIRED', 'No.', { status: 401 });
  page.server.fails.set('GET /games/my-participations', expired);
  page.server.fails.set(
    'POST /auth/refresh',
    new TouchlineError('UPSTREAM_UNAVAILABLE', 'No.', { status: 503 }),
  );
  await act(async () => {
    await expect(shell.host.api.request(myParticipations)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
  });
  expect(shell.session.get().status).toBe('player');
  expect(window.location.pathname).toBe('/somewhere');
});

test('SHELL-03 a 401 of the previous account does not end the new session', async () => {
  storeSession(ALICE_ADDRESS);
  const { shell } = page.open({ at: '/somewhere' });
  await waitFor(() => expect(page.server.count('GET /auth/profile')).toBe(1));
  const call = 'GET /games/my-participations';
  const held = page.server.hold(call);
  const asked = shell.host.api.request(myParticipations).catch((error: unknown) => error);
  storeSession(BOB_ADDRESS);
  act(() => shell.session.catchUp());
  page.server.fails.set(call, new TouchlineError('TOKEN_INVALID', 'No.', { status: 401 }));
  held();
  expect(await asked).toMatchObject({ status: 401 });
  expect(shell.session.get().user?.wallet_address).toBe(BOB_ADDRESS);
  expect(window.location.pathname).toBe('/somewhere');
});

describe('SHELL-03 a late 401, when another tab has signed the same wallet in again', () => {
  const call = 'GET /games/my-participations';
  /** Asks with the former token; its refusal comes after the other tab's sign-in, whose storage event does not. */
  async function askLate(refusals: number) {
    storeSession(ALICE_ADDRESS);
    const { shell } = page.open({ at: '/somewhere' });
    await waitFor(() => expect(page.server.count('GET /auth/profile')).toBe(1));
    const held = page.server.hold(call);
    page.server.answers = [
      fakeResponse(myParticipations, () => {
        if (page.server.count(call) > refusals) return { participations: [] };
        throw new TouchlineError('TOKEN_INVALID', 'No.', { status: 401 });
      }),
    ];
    const asked = shell.host.api.request(myParticipations);
    storeSession(ALICE_ADDRESS);
    const token = localStorage.getItem('auth_token');
    held();
    return { shell, asked, token };
  }

  test('leaves the newer session, with which the call is repeated', async () => {
    const { shell, asked, token } = await askLate(1);
    expect(await asked).toEqual({ participations: [] });
    expect(page.server.count(call)).toBe(2);
    expect([localStorage.getItem('auth_token'), shell.session.get().token]).toEqual([token, token]);
    expect(window.location.pathname).toBe('/somewhere');
  });

  test('ends the newer session only when that is refused too', async () => {
    const { shell, asked } = await askLate(2);
    await act(async () => {
      await expect(asked).rejects.toMatchObject({ status: 401 });
    });
    expect(page.server.count(call)).toBe(2);
    expect([localStorage.getItem('auth_token'), shell.session.get().status]).toEqual([null, 'guest']);
    expect(window.location.pathname).toBe('/');
  });
});
