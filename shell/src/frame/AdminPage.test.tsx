import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { endSessions } from '@touchline/api/http/admin-controls';
import { login, profile } from '@touchline/api/http/auth';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { Dialog } from '@touchline/ui/Dialog';
import { notifications } from '@touchline/ui/notifications';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FederationRuntime } from '../remotes/loader.ts';
import { buildUser, CHALLENGE_ID, makeToken } from '../testing/server.ts';
import { shellUnderTest } from '../testing/shell-under-test.tsx';
import { ALICE, ALICE_ADDRESS, BOB, rejected, TestWallet } from '../testing/test-wallet.ts';

const page = shellUnderTest();
let browser: TestWallet;
let stopAnnouncing: () => void;
const DASHBOARD = {
  name: 'mf-admin',
  version: '1.0.0',
  manifest: '/remotes/mf-admin/1.0.0/mf-manifest.json',
  routes: [{ path: '/admin', label: 'Admin', order: 90, audience: 'admins' as const }],
  integrity: null,
  assets: [{ url: '/remotes/mf-admin/1.0.0/remoteEntry.js', integrity: 'sha384-x' }],
};
const Dashboard = () => (
  <Dialog opened onClose={() => {}} title="Edit Game">
    <input aria-label="Typed" defaultValue="" />
  </Dialog>
);
const federation: FederationRuntime = {
  registerRemotes: () => {},
  registerPlugins: () => {},
  shareScopeMap: {},
  loadRemote: async () => ({ remote: { pages: { '/admin': Dashboard } } }) as never,
};
const CONNECT = 'Please connect your wallet to access the admin panel.';
const DENIED = 'Access denied. This page is restricted to admin wallets only.';
const findTypedInput = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Typed' });
const adminLink = () =>
  within(screen.getByRole('navigation', { name: 'Main' })).queryByRole('link', { name: 'Admin' });

/** Sets up Alice's rights on the server and her stored session in the browser. The returned object changes her rights. */
function returnAs(isAdmin: boolean) {
  const rights = { isAdmin };
  page.server.signedInAs = ALICE_ADDRESS;
  page.server.remotes = isAdmin ? [DASHBOARD] : [];
  page.server.responses = [
    fakeResponse(profile, () => ({ user: buildUser(ALICE_ADDRESS, rights.isAdmin) })),
    fakeResponse(endSessions, { ended: 1 }),
    fakeResponse(login, ({ body }) =>
      (body as { signature?: string }).signature
        ? { token: makeToken(ALICE_ADDRESS), user: buildUser(ALICE_ADDRESS, rights.isAdmin) }
        : { challenge: { id: CHALLENGE_ID, message: 'Sign', expires_at: new Date().toISOString() } },
    ),
  ];
  localStorage.setItem('auth_token', makeToken(ALICE_ADDRESS));
  localStorage.setItem('user_data', JSON.stringify(buildUser(ALICE_ADDRESS, isAdmin)));
  return rights;
}

async function connect() {
  const [button] = await screen.findAllByRole('button', { name: 'Browser wallet' });
  fireEvent.click(button!);
}

beforeEach(() => {
  browser = new TestWallet();
  stopAnnouncing = browser.announce();
});
afterEach(() => {
  stopAnnouncing();
  act(() => notifications.clean());
});

describe('SHELL-01 /admin', () => {
  test('ADMIN-01 ADMIN-02 the page requires a wallet, shows a spinner while it signs in, and denies access to a wallet that is not an admin', async () => {
    page.open({ at: '/admin', federation });
    expect(await screen.findByText(CONNECT)).toBeTruthy();
    expect(screen.queryByText(DENIED)).toBeNull();
    const release = page.server.hold('POST /auth/login');
    await connect();
    expect(await screen.findByRole('status', { name: 'Checking your wallet' })).toBeTruthy();
    release();
    expect(await screen.findByText(DENIED)).toBeTruthy();
    expect(screen.queryByText(CONNECT)).toBeNull();
    expect(adminLink()).toBeNull();
  });

  test('SHELL-05 ADMIN-02 the dashboard opens for an admin’s wallet, and closes after an account switch and a sign-out', async () => {
    returnAs(true);
    const { shell } = page.open({ at: '/admin', federation });
    expect(await screen.findByText(CONNECT)).toBeTruthy();
    await connect();
    expect(await findTypedInput()).toBeTruthy();
    expect(adminLink()).toBeTruthy();
    const reads = page.server.count('GET /remotes');
    page.server.remotes = [];
    page.server.responses = [];
    act(() => browser.setAccounts(BOB));
    expect(await screen.findByText(DENIED)).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(adminLink()).toBeNull();
    expect(page.server.count('GET /remotes')).toBeGreaterThan(reads);
    await act(() => shell.host.session.signOut());
    expect(await screen.findByText(CONNECT)).toBeTruthy();
  });

  test('ADMIN-02 a locked wallet hides the dashboard, and the form keeps its input until the session ends', async () => {
    returnAs(true);
    const { shell } = page.open({ at: '/admin', federation });
    await connect();
    fireEvent.change(await findTypedInput(), { target: { value: 'half done' } });
    act(() => browser.setAccounts());
    expect(await screen.findByText(CONNECT)).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Typed' })).toBeNull();
    browser.accounts = [ALICE];
    await connect();
    expect((await findTypedInput()).value).toBe('half done');
    expect(screen.queryByText(CONNECT)).toBeNull();
    act(() => browser.setAccounts());
    expect(await screen.findByText(CONNECT)).toBeTruthy();
    await act(() => shell.host.session.signOut());
    expect(document.querySelector('[aria-label=Typed]')).toBeNull();
  });

  test('ADMIN-02 the dashboard closes as soon as a request is rejected because the admin rights were revoked', async () => {
    const rights = returnAs(true);
    const { shell } = page.open({ at: '/admin', federation });
    await connect();
    await findTypedInput();
    shell.host.queryClient.setQueryData(['admin', 'secret'], 1);
    rights.isAdmin = false;
    page.server.remotes = [];
    const call = `POST /admin/users/${ALICE_ADDRESS}/end-sessions`;
    page.server.fails.set(call, new TouchlineError('FORBIDDEN', 'Admins only.'));
    await act(async () => {
      const response = shell.host.api.request(endSessions, {
        params: { wallet: ALICE_ADDRESS },
        body: { reason: 'x' },
      });
      await expect(response).rejects.toMatchObject({ code: 'FORBIDDEN' });
    });
    expect(await screen.findByText(DENIED)).toBeTruthy();
    await waitFor(() => expect(shell.registry.get().remotes).toEqual([]));
    expect(shell.host.queryClient.getQueryData(['admin', 'secret'])).toBeUndefined();
  });

  test('the page shows that the dashboard is unavailable and retries', async () => {
    returnAs(true);
    page.server.remotes = [];
    page.open({ at: '/admin', federation });
    await connect();
    expect(await screen.findByText('The admin dashboard is unavailable')).toBeTruthy();
    expect(screen.getByText(/All other pages keep working\.$/)).toBeTruthy();
    const onLine = vi.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
    fireEvent(window, new Event('offline'));
    expect(screen.getByText(/Check your connection\.$/)).toBeTruthy();
    onLine.mockRestore();
    fireEvent(window, new Event('online'));
    page.server.remotes = [DASHBOARD];
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await findTypedInput()).toBeTruthy();
  });
});

describe('a request that needs a recent sign-in', () => {
  const call = `POST /admin/users/${ALICE_ADDRESS}/end-sessions`;
  const end = (shell: ReturnType<typeof page.open>['shell']) =>
    shell.host.api.request(endSessions, {
      params: { wallet: ALICE_ADDRESS },
      body: { reason: 'Lost phone' },
    });

  async function openForm() {
    returnAs(true);
    const { shell } = page.open({ at: '/admin', federation });
    await connect();
    fireEvent.change(await findTypedInput(), { target: { value: 'half done' } });
    page.server.responses.push(
      fakeResponse(endSessions, () => {
        if (browser.count('personal_sign') === 0)
          throw new TouchlineError('REAUTH_REQUIRED', 'Sign in again.');
        return { ended: 2 };
      }),
    );
    return shell;
  }

  test('concurrent requests cause one signature request, then succeed, and the input is kept', async () => {
    const shell = await openForm();
    const before = shell.session.get().token;
    const responses = await act(() => Promise.all([end(shell), end(shell)]));
    expect(responses).toEqual([{ ended: 2 }, { ended: 2 }]);
    expect(browser.count('personal_sign')).toBe(1);
    expect(shell.session.get().token).not.toBe(before);
    expect((await findTypedInput()).value).toBe('half done');
    expect(await screen.findByText('Sign in again')).toBeTruthy();
  });

  test('a repeated sign-in ends the previous session without failing requests in flight', async () => {
    const shell = await openForm();
    const release = page.server.hold(call);
    let first = true;
    page.server.responses.push(
      fakeResponse(endSessions, () => {
        if (first) {
          first = false;
          throw new TouchlineError('TOKEN_INVALID', 'This session has ended.');
        }
        return { ended: 3 };
      }),
    );
    const response = end(shell);
    await act(() => shell.signIn.signInAgain());
    release();
    expect(await response).toEqual({ ended: 3 });
    expect(window.location.pathname).toBe('/admin');
  });

  test('the request fails with the server’s error if the user declines to sign, and the session continues', async () => {
    const shell = await openForm();
    browser.fails.sign = rejected();
    await act(async () => {
      await expect(end(shell)).rejects.toMatchObject({ code: 'REAUTH_REQUIRED' });
    });
    expect(shell.session.get().user?.isAdmin).toBe(true);
    expect((await findTypedInput()).value).toBe('half done');
  });
});
