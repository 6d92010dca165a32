import { fireEvent, screen, within } from '@testing-library/react';
import { profile } from '@touchline/api/http/auth';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildUser } from '../testing/server.ts';
import { shellUnderTest } from '../testing/shell-under-test.tsx';
import { TestPhone } from '../testing/test-phone.ts';
import { ALICE_ADDRESS, TestWallet } from '../testing/test-wallet.ts';

const fail = () => {
  throw new Error('Loading chunk 7 failed');
};
vi.mock('./NicknameForm.tsx', () => fail());
vi.mock('./QrPanel.tsx', () => fail());
vi.mock('../notifications/NotificationSettings.tsx', () => fail());
vi.mock('../frame/VersionsPanel.tsx', () => fail());

const page = shellUnderTest();
let stopAnnouncing: () => void;
beforeEach(() => {
  // React logs every error that a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  stopAnnouncing = new TestWallet().announce();
});
afterEach(() => {
  stopAnnouncing();
  vi.restoreAllMocks();
});

/** Waits longer than for elements alone, because the module fails only after the compiler has read it. */
const findFailure = (text: string) => screen.findByText(text, {}, { timeout: 10_000 });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('parts of the wallet menu that cannot be loaded say so, and the rest of the menu stays', async () => {
  page.server.responses = [fakeResponse(profile, { user: buildUser(ALICE_ADDRESS) })];
  page.open();
  fireEvent.click(await screen.findByRole('button', { name: 'Browser wallet' }));
  fireEvent.click(await screen.findByRole('button', { name: /^Wallet 0x.* signed in$/ }));
  await screen.findByRole('button', { name: 'Notifications' });
  press('Notifications');
  const settings = await findFailure('The notification settings could not be opened.');
  press('Choose a nickname');
  await findFailure('The nickname could not be opened.');
  expect(
    within(settings.parentElement as HTMLElement).getByRole('button', { name: 'Try Again' }),
  ).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Sign out' })).toBeTruthy();
});

test('a connection by QR code whose code cannot be shown can be cancelled', async () => {
  page.open({ phone: new TestPhone() });
  fireEvent.click(await screen.findByRole('button', { name: 'QR code wallet' }));
  await findFailure('The QR code could not be shown.');
  expect(screen.getByText('Connecting wallet...')).toBeTruthy();
  press('Cancel');
  await vi.waitFor(() => expect(screen.queryByText('Connecting wallet...')).toBeNull());
  expect(screen.queryByText('The QR code could not be shown.')).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'QR code wallet' }).disabled).toBe(false);
});

test('a panel about versions that cannot be loaded does not stop the page', async () => {
  page.open();
  const heading = await screen.findByRole('heading', { level: 1 });
  fireEvent.keyDown(window, { altKey: true, code: 'KeyV' });
  await vi.waitFor(() => expect(console.error).toHaveBeenCalled());
  expect(heading.isConnected).toBe(true);
});
