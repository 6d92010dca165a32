import { expect, test } from 'vitest';
import { fillStorage } from '../testing/full-storage.ts';
import { rememberApp, WALLET_APPS } from './wallet-apps.ts';

test('the opened wallet app is remembered for later requests', () => {
  const [metaMask] = WALLET_APPS;
  rememberApp(metaMask);
  expect(JSON.parse(localStorage.getItem('WALLETCONNECT_DEEPLINK_CHOICE') ?? '')).toEqual(metaMask);
  rememberApp(null);
  expect(localStorage.getItem('WALLETCONNECT_DEEPLINK_CHOICE')).toBeNull();
});

test('a full storage does not prevent a wallet app from being opened', () => {
  fillStorage();
  expect(() => rememberApp(WALLET_APPS[0])).not.toThrow();
});
