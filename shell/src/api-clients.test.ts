import { act, screen, waitFor } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { myParticipations } from '@touchline/api/http/entries';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { describe, expect, test } from 'vitest';
import { buildUser, makeToken } from './testing/server.ts';
import { shellUnderTest } from './testing/shell-under-test.tsx';
import { ALICE, ALICE_ADDRESS, BOB_ADDRESS } from './testing/test-wallet.ts';

const page = shellUnderTest();

function storeSession(address: string) {
  page.server.signedInAs = address;
  localStorage.setItem('auth_token', makeToken(address));
  localStorage.setItem('user_data', JSON.stringify(buildUser(address)));
}

test('SHELL-03 any 401 clears the session and navigates to the home page', async () => {
  storeSession(ALICE_ADDRESS);
  const { shell } = page.open({ at: '/somewhere' });
  await waitFor(() => expect(page.server.count('GET /auth/profile')).toBe(1));
  page.server.fails.set(
    'GET /games/my-participations',
    new TouchlineError('TOKEN_INVALID', 'No.', { status: 401 }),
  );
  page.server.fails.set('POST /auth/refresh', new TouchlineError('SESSION_ENDED', 'No.', { status: 403 }));
  await act(async () => {
    await expect(shell.host.api.request(myParticipations)).rejects.toMatchObject({ status: 401 });
  });
  expect(page.server.count('GET /games/my-participations')).toBe(1);
  expect([localStorage.getItem('auth_token'), localStorage.getItem('user_data')]).toEqual([null, null]);
  expect(window.location.pathname).toBe('/');
  await screen.findByText('Your session ended. Sign in to get back to where you were.');
  expect(window.history.state.usr).toEqual({
    returnTo: '/somewhere',
    ended: true,
    wallet: ALICE_ADDRESS,
  });
});

test('SHELL-03 a 401 of a visitor without a session navigates to the home page', async () => {
  const { shell } = page.open({ at: '/somewhere' });
  await waitFor(() => expect(shell.session.get().status).toBe('guest'));
  const missing = new TouchlineError('TOKEN_MISSING', 'Sign in first.', { status: 401 });
  page.server.fails.set('GET /games/my-participations', missing);
  await act(async () => {
    await expect(shell.host.api.request(myParticipations)).rejects.toMatchObject({ status: 401 });
  });
  expect(window.location.pathname).toBe('/');
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

test.each(['TOKEN_INVALID', 'TOKEN_EXPIRED'])(
  'SHELL-03 a 401 (%s) of the previous account neither ends the new session nor is repeated in it',
  async (code) => {
    storeSession(ALICE_ADDRESS);
    const { shell } = page.open({ at: '/somewhere' });
    await waitFor(() => expect(page.server.count('GET /auth/profile')).toBe(1));
    const endpoint = 'GET /games/my-participations';
    const release = page.server.hold(endpoint);
    const response = shell.host.api.request(myParticipations).catch((error: unknown) => error);
    storeSession(BOB_ADDRESS);
    act(() => shell.session.syncWithStorage());
    page.server.fails.set(endpoint, new TouchlineError(code, 'No.', { status: 401 }));
    release();
    expect(await response).toMatchObject({ status: 401 });
    expect(page.server.count(endpoint)).toBe(1);
    expect(shell.session.get().user?.wallet_address).toBe(BOB_ADDRESS);
    expect(window.location.pathname).toBe('/somewhere');
  },
);

describe('SHELL-03 a late 401 after a new sign-in of the same wallet in another tab', () => {
  const endpoint = 'GET /games/my-participations';
  /** Sends a request with the old token. It is rejected after the other tab has signed in but before its storage event. */
  async function requestLate(rejections: number) {
    storeSession(ALICE_ADDRESS);
    const { shell } = page.open({ at: '/somewhere' });
    await waitFor(() => expect(page.server.count('GET /auth/profile')).toBe(1));
    const release = page.server.hold(endpoint);
    page.server.responses = [
      fakeResponse(myParticipations, () => {
        if (page.server.count(endpoint) > rejections) return { participations: [] };
        throw new TouchlineError('TOKEN_INVALID', 'No.', { status: 401 });
      }),
    ];
    const response = shell.host.api.request(myParticipations);
    storeSession(ALICE_ADDRESS);
    const token = localStorage.getItem('auth_token');
    release();
    return { shell, response, token };
  }

  test('the client keeps the newer session and repeats the request with it', async () => {
    const { shell, response, token } = await requestLate(1);
    expect(await response).toEqual({ participations: [] });
    expect(page.server.count(endpoint)).toBe(2);
    expect([localStorage.getItem('auth_token'), shell.session.get().token]).toEqual([token, token]);
    expect(window.location.pathname).toBe('/somewhere');
  });

  test('the client ends the newer session only if its token is rejected too', async () => {
    const { shell, response } = await requestLate(2);
    await act(async () => {
      await expect(response).rejects.toMatchObject({ status: 401 });
    });
    expect(page.server.count(endpoint)).toBe(2);
    expect([localStorage.getItem('auth_token'), shell.session.get().status]).toEqual([null, 'guest']);
    expect(window.location.pathname).toBe('/');
  });
});

test('SHELL-03 a 401 after a sign-in in another tab that is not in this tab’s storage yet keeps the session', async () => {
  storeSession(ALICE_ADDRESS);
  const { shell } = page.open({ at: '/somewhere' });
  await waitFor(() => expect(page.server.count('GET /auth/profile')).toBe(1));
  const before = shell.session.get().token;
  page.server.responses = [
    fakeResponse(myParticipations, () => {
      if (shell.session.get().token !== before) return { participations: [] };
      throw new TouchlineError('SESSION_ENDED', 'No.', { status: 401 });
    }),
  ];
  await act(async () => {
    expect(await shell.host.api.request(myParticipations)).toEqual({ participations: [] });
  });
  expect(page.server.count('POST /auth/refresh')).toBe(1);
  expect(localStorage.getItem('auth_token')).toBe(shell.session.get().token);
  expect(window.location.pathname).toBe('/somewhere');
});

test('SHELL-03 concurrent requests that are rejected share one exchange of the token, and each is repeated once', async () => {
  storeSession(ALICE_ADDRESS);
  const { shell } = page.open({ at: '/somewhere' });
  await waitFor(() => expect(page.server.count('GET /auth/profile')).toBe(1));
  const before = shell.session.get().token;
  const endpoint = 'GET /games/my-participations';
  page.server.responses = [
    fakeResponse(myParticipations, () => {
      if (shell.session.get().token !== before) return { participations: [] };
      throw new TouchlineError('SESSION_ENDED', 'No.', { status: 401 });
    }),
  ];
  await act(async () => {
    await Promise.all(Array.from({ length: 20 }, () => shell.host.api.request(myParticipations)));
  });
  expect([page.server.count(endpoint), page.server.count('POST /auth/refresh')]).toEqual([40, 1]);
});

test('SHELL-03 a 401 whose refresh gets no response signs out, and the request is not repeated', async () => {
  storeSession(ALICE_ADDRESS);
  const { shell } = page.open({ at: '/somewhere' });
  await waitFor(() => expect(page.server.count('GET /auth/profile')).toBe(1));
  const endpoint = 'GET /games/my-participations';
  page.server.fails.set(endpoint, new TouchlineError('SESSION_ENDED', 'No.', { status: 401 }));
  page.server.fails.set('POST /auth/refresh', new TouchlineError('NETWORK', 'No.', { status: 0 }));
  await act(async () => {
    await expect(shell.host.api.request(myParticipations)).rejects.toMatchObject({ code: 'SESSION_ENDED' });
  });
  expect(page.server.count(endpoint)).toBe(1);
  expect([localStorage.getItem('auth_token'), shell.session.get().status]).toEqual([null, 'guest']);
  expect(window.location.pathname).toBe('/');
});

test('SHELL-03 a 401 while the same browser signs in again does not end the new session', async () => {
  storeSession(ALICE_ADDRESS);
  const { shell } = page.open({ at: '/somewhere' });
  await waitFor(() => expect(page.server.count('GET /auth/profile')).toBe(1));
  const before = shell.session.get().token;
  const finishSignIn = page.server.hold('POST /auth/login', 2);
  const signedIn = shell.session.login(ALICE_ADDRESS, (message) => ALICE.signMessage({ message }));
  await waitFor(() => expect(page.server.count('POST /auth/login')).toBe(2));
  const statuses: string[] = [];
  shell.session.subscribe(() => statuses.push(shell.session.get().status));
  page.server.responses = [
    fakeResponse(myParticipations, () => {
      if (shell.session.get().token !== before) return { participations: [] };
      throw new TouchlineError('SESSION_ENDED', 'No.', { status: 401 });
    }),
  ];
  const response = shell.host.api.request(myParticipations);
  await waitFor(() => expect(page.server.finished).toContain('GET /games/my-participations'));
  await act(async () => {
    finishSignIn();
    await signedIn;
  });
  expect(await response).toEqual({ participations: [] });
  expect(statuses).toEqual(['player']);
  expect(window.location.pathname).toBe('/somewhere');
});

describe('SHELL-03 an exchange of the token that the server rejects', () => {
  const ended = new TouchlineError('SESSION_ENDED', 'No.', { status: 403 });
  async function openAndReject() {
    storeSession(ALICE_ADDRESS);
    const { shell } = page.open({ at: '/somewhere' });
    await waitFor(() => expect(page.server.count('GET /auth/profile')).toBe(1));
    page.server.fails.set('POST /auth/refresh', ended);
    return shell;
  }

  test('a rejected exchange ends on the home page, which says so and leads back, although nothing was requested', async () => {
    const shell = await openAndReject();
    localStorage.setItem('auth_token', makeToken(ALICE_ADDRESS, { age: 800 }));
    act(() => shell.session.syncWithStorage());
    await screen.findByText('Your session ended. Sign in to get back to where you were.');
    expect(shell.session.get().status).toBe('guest');
    expect(window.history.state.usr).toEqual({
      returnTo: '/somewhere',
      ended: true,
      wallet: ALICE_ADDRESS,
    });
  });

  test('the page remains open if the user has signed out during the exchange', async () => {
    const shell = await openAndReject();
    const release = page.server.hold('POST /auth/refresh');
    const exchange = shell.session.refresh();
    await waitFor(() => expect(page.server.count('POST /auth/refresh')).toBe(1));
    await act(async () => {
      await shell.session.logout();
      release();
      await expect(exchange).rejects.toMatchObject({ code: 'SESSION_ENDED' });
    });
    expect(window.location.pathname).toBe('/somewhere');
  });
});
