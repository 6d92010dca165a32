import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Shell } from './shell-context.ts';
import { shellUnderTest } from './testing/shell-under-test.tsx';
import { ALICE_ADDRESS, BOB, BOB_ADDRESS, TestWallet } from './testing/test-wallet.ts';

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

  test('after a session that ended in another tab, the home page leads its wallet back', async () => {
    const shell = await openPlayersPage();
    localStorage.clear();
    act(() => shell.session.syncWithStorage());
    await waitFor(() =>
      expect(readState()).toEqual({ returnTo: '/somewhere', ended: false, wallet: ALICE_ADDRESS }),
    );
  });
});
