import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { myParticipations } from '@touchline/api/http/entries';
import { useHost, useWatched } from '@touchline/host/host';
import { defineRemote } from '@touchline/host/remote';
import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Shell } from './shell-context.ts';
import { shellUnderTest } from './testing/shell-under-test.tsx';
import { ALICE_ADDRESS, BOB, BOB_ADDRESS, TestWallet } from './testing/test-wallet.ts';
import { remote, runtimeWith } from './testing/two-remotes.tsx';

const page = shellUnderTest();
let browser: TestWallet;
let stopAnnouncing: () => void;

beforeEach(() => {
  browser = new TestWallet();
  stopAnnouncing = browser.announce();
});
afterEach(() => stopAnnouncing());

const BACK = /Sign in to get back to where you were\.$/;
const readState = (): unknown => window.history.state.usr;

/** Redirects guests to the home page, as every page for players does. */
const leaveAsGuest = ({ host }: Shell) => {
  if (host.session.get().status === 'guest') host.navigate('/', { replace: true });
};

/** A page for players, in a remote. */
function PlayersPage() {
  const host = useHost();
  const { status } = useWatched(host.session);
  useEffect(() => {
    if (status === 'guest') host.navigate('/', { replace: true });
  }, [status, host]);
  return 'Your teams';
}

/** Signs Alice in and opens a page for players. */
async function openPlayersPage(): Promise<Shell> {
  const { shell } = page.open();
  await screen.findByText('Connect your wallet to get started');
  fireEvent.click(screen.getByRole('button', { name: 'Browser wallet' }));
  await screen.findByText('Welcome back, Player!');
  act(() => shell.host.navigate('/somewhere'));
  shell.host.session.subscribe(() => {
    if (window.location.pathname === '/somewhere') leaveAsGuest(shell);
  });
  return shell;
}

describe('return to a page for players', () => {
  test('AUTH-02 after an account switch the other account stays on the home page', async () => {
    const shell = await openPlayersPage();
    act(() => browser.setAccounts(BOB));
    await waitFor(() => expect(shell.session.get().user?.wallet_address).toBe(BOB_ADDRESS));
    await screen.findByText('Welcome back, Player!');
    expect(window.location.pathname).toBe('/');
    expect(readState()).toEqual({ returnTo: '/somewhere', ended: false, wallet: ALICE_ADDRESS });
  });

  test.each(['signOut', 'signOutEverywhere'] as const)(
    'after %s by the user, the home page does not lead back',
    async (signOut) => {
      const shell = await openPlayersPage();
      await act(() => shell.signIn[signOut]());
      await screen.findByText('Connect your wallet to get started');
      expect(window.location.pathname).toBe('/');
      expect(screen.queryByText(BACK)).toBeNull();
      // As a guest, the visitor has chosen the page.
      act(() => shell.host.navigate('/somewhere'));
      act(() => leaveAsGuest(shell));
      expect(await screen.findByText(BACK)).toBeTruthy();
      expect(readState()).toEqual({ returnTo: '/somewhere', ended: false, wallet: null });
    },
  );

  test.each(['signOut', 'signOutEverywhere'] as const)(
    'SHELL-03 a request that is rejected after %s by the user leads nowhere',
    async (signOut) => {
      const shell = await openPlayersPage();
      act(() => shell.host.navigate('/elsewhere'));
      const endpoint = 'GET /games/my-participations';
      page.server.fails.set(endpoint, new TouchlineError('TOKEN_INVALID', 'No.', { status: 401 }));
      const earlier = page.server.count(endpoint);
      const release = page.server.hold(endpoint, earlier + 1);
      const request = shell.host.api.request(myParticipations);
      await waitFor(() => expect(page.server.count(endpoint)).toBe(earlier + 1));
      await act(() => shell.signIn[signOut]());
      await act(async () => {
        release();
        await expect(request).rejects.toMatchObject({ status: 401 });
      });
      expect(window.location.pathname).toBe('/elsewhere');
      act(() => shell.host.navigate('/'));
      await screen.findByText('Connect your wallet to get started');
      expect(screen.queryByText(BACK)).toBeNull();
    },
  );

  test('SHELL-03 after a sign-out and a new sign-in, a rejected session leads home again', async () => {
    const shell = await openPlayersPage();
    await act(() => shell.signIn.signOut());
    await screen.findByText('Connect your wallet to get started');
    fireEvent.click(screen.getByRole('button', { name: 'Browser wallet' }));
    await screen.findByText('Welcome back, Player!');
    act(() => shell.host.navigate('/elsewhere'));
    const { fails } = page.server;
    fails.set('GET /games/my-participations', new TouchlineError('TOKEN_INVALID', 'No.', { status: 401 }));
    fails.set('POST /auth/refresh', new TouchlineError('SESSION_ENDED', 'No.', { status: 403 }));
    await act(async () => {
      await expect(shell.host.api.request(myParticipations)).rejects.toMatchObject({ status: 401 });
    });
    await screen.findByText(/^Your session ended\. Sign in to get back/);
    expect(readState()).toEqual({ returnTo: '/elsewhere', ended: true, wallet: ALICE_ADDRESS });
  });

  test('after a session that ended in another tab, the home page leads its wallet back', async () => {
    const shell = await openPlayersPage();
    localStorage.clear();
    act(() => shell.session.syncWithStorage());
    await waitFor(() =>
      expect(readState()).toEqual({ returnTo: '/somewhere', ended: false, wallet: ALICE_ADDRESS }),
    );
  });

  test('the page that a rejected session has left gets its navigation state back after the sign-in', async () => {
    const shell = await openPlayersPage();
    const state = { gameMode: 'season', gameId: 'g1', returnTo: '/leagues/join/4KX9T2QM' };
    act(() => shell.host.navigate('/somewhere', { state }));
    const { fails } = page.server;
    fails.set('GET /games/my-participations', new TouchlineError('TOKEN_INVALID', 'No.', { status: 401 }));
    fails.set('POST /auth/refresh', new TouchlineError('SESSION_ENDED', 'No.', { status: 403 }));
    await act(async () => {
      await expect(shell.host.api.request(myParticipations)).rejects.toMatchObject({ status: 401 });
    });
    await screen.findByText(BACK);
    fails.clear();
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(window.location.pathname).toBe('/somewhere'));
    expect(readState()).toEqual(state);
  });

  test.each([
    [
      'the renewal of the token',
      'TOKEN_EXPIRED',
      new TouchlineError('SESSION_ENDED', 'No.', { status: 403 }),
    ],
    ['the token', 'TOKEN_INVALID', new TouchlineError('UPSTREAM_UNAVAILABLE', 'No.', { status: 503 })],
  ])('SHELL-03 if the server rejects %s, the home page says so and leads back', async (_, code, refresh) => {
    page.server.remotes = [remote('mf-team-builder', { path: '/my-team', audience: 'players' })];
    const federation = runtimeWith({
      mf_team_builder: () => defineRemote({ '/my-team': PlayersPage }),
    });
    const { shell } = page.open({ federation });
    await screen.findByText('Connect your wallet to get started');
    fireEvent.click(screen.getByRole('button', { name: 'Browser wallet' }));
    await screen.findByText('Welcome back, Player!');
    await act(async () => shell.host.navigate('/my-team'));
    await screen.findByText('Your teams');
    const endpoint = 'GET /games/my-participations';
    page.server.fails.set(endpoint, new TouchlineError(code, 'No.', { status: 401 }));
    page.server.fails.set('POST /auth/refresh', refresh);
    const entries = window.history.length;
    // Not in `act`, which delays effects until the requests are done.
    const { api } = shell.host;
    const requests = Promise.allSettled([api.request(myParticipations), api.request(myParticipations)]);
    expect(await screen.findByText(/^Your session ended\. Sign in to get back/)).toBeTruthy();
    await requests;
    expect(readState()).toEqual({ returnTo: '/my-team', ended: true, wallet: ALICE_ADDRESS });
    expect(window.history.length).toBeLessThanOrEqual(entries + 1);
  });
});
