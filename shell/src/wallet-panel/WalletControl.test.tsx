import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { shellUnderTest } from '../testing/shell-under-test.tsx';
import { TestPhone } from '../testing/test-phone.ts';
import { ALICE_ADDRESS, rejected, rpcError, TestWallet } from '../testing/test-wallet.ts';

const page = shellUnderTest();
let wallets: TestWallet[];
let stopAnnouncing: (() => void)[];

beforeEach(() => {
  wallets = [new TestWallet()];
  stopAnnouncing = wallets.map((wallet) => wallet.announce());
});
afterEach(() => {
  for (const stop of stopAnnouncing) stop();
});

const first = () => wallets[0] as TestWallet;
async function open() {
  const opened = page.open();
  await screen.findByText('Connect your wallet to get started');
  return opened;
}
const browserWallet = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Browser wallet' });

describe('wallet control', () => {
  test('WALLET-01 the control has one button for browser wallets', async () => {
    await open();
    const control = screen.getByRole('group', { name: 'Wallet control' });
    expect(
      within(control)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['Browser wallet']);
  });

  test('WALLET-01 the button lists the browser wallets if there are several', async () => {
    const second = new TestWallet('Other Wallet', 'other.wallet');
    stopAnnouncing.push(second.announce());
    await open();
    fireEvent.click(browserWallet());
    const list = screen.getByRole('list', { name: 'Browser wallets' });
    expect(
      within(list)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['Test Wallet', 'Other Wallet']);
    fireEvent.click(within(list).getByRole('button', { name: 'Other Wallet' }));
    await waitFor(() => expect(second.count('eth_requestAccounts')).toBe(1));
    expect(first().calls).toEqual([]);
  });

  test('WALLET-02 the button of the connected wallet is disabled', async () => {
    first().fails.sign = rejected();
    await open();
    fireEvent.click(browserWallet());
    await screen.findByRole('button', { name: 'Sign in' });
    expect(browserWallet().disabled).toBe(true);
  });

  test('WALLET-05 an error appears below the buttons', async () => {
    first().fails.connect = rpcError(-32603, 'The wallet is on fire');
    await open();
    fireEvent.click(browserWallet());
    expect((await screen.findByRole('alert')).textContent).toContain('The wallet is on fire');
  });

  test('WALLET-03 WALLET-04 WALLET-12 on the wrong chain, a banner shows both buttons, network name and id', async () => {
    first().chainId = '0x1';
    first().fails.switch = rejected();
    await open();
    fireEvent.click(browserWallet());
    const banner = await screen.findByRole('region', { name: 'Wrong network' });
    expect(banner.textContent).toContain('Switch to WorldChain Mainnet to use the product');
    expect(banner.textContent).toContain('Your wallet is on Ethereum (chain id 1)');
    expect(within(banner).getByRole('button', { name: 'Add WorldChain' })).toBeTruthy();
    first().fails.switch = undefined;
    fireEvent.click(within(banner).getByRole('button', { name: 'Switch to WorldChain' }));
    const switching = within(banner).getByText('Switching to WorldChain...');
    expect(switching.parentElement?.querySelector('.mantine-Loader-root')).toBeTruthy();
    await screen.findByText('Welcome back, Player!');
    expect(screen.queryByRole('region', { name: 'Wrong network' })).toBeNull();
  });

  test('WALLET-01 a deployment without WalletConnect offers browser wallets only', async () => {
    await open();
    expect(browserWallet()).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'QR code wallet' })).toBeNull();
  });

  test('WALLET-12 the header and the page show the same state', async () => {
    await open();
    expect(screen.getByRole('button', { name: 'Connect wallet' })).toBeTruthy();
    fireEvent.click(browserWallet());
    await screen.findByText('Welcome back, Player!');
    expect(screen.getByRole('button', { name: 'Wallet 0x7099...79c8, signed in' })).toBeTruthy();
    act(() => first().setChain('0x1'));
    expect(screen.getByRole('button', { name: 'Wallet 0x7099...79c8, wrong network' })).toBeTruthy();
  });
});

describe('wallet control with QR code wallets', () => {
  let phone: TestPhone;
  beforeEach(() => {
    phone = new TestPhone();
  });
  async function openWithPhone() {
    const opened = page.open({ phone });
    await screen.findByText('Connect your wallet to get started');
    return opened;
  }
  const control = () => within(screen.getByRole('group', { name: 'Wallet control' }));
  const formatButton = ({ textContent, disabled }: HTMLButtonElement) =>
    disabled ? `(${textContent})` : textContent;
  const buttons = () =>
    control()
      .getAllByRole<HTMLButtonElement>('button')
      .map((button) => button.getAttribute('aria-label') ?? formatButton(button));
  const showCode = async () => {
    fireEvent.click(control().getByRole('button', { name: 'QR code wallet' }));
    await control().findByText('Scan this code with the wallet app on your phone.');
    await act(async () => phone.showCode('wc:the-code'));
  };

  test('WALLET-01 WALLET-02 the control has exactly two buttons, both disabled while connecting', async () => {
    await openWithPhone();
    expect(buttons()).toEqual(['Browser wallet', 'QR code wallet']);
    await showCode();
    expect(control().getByText('Connecting wallet...')).toBeTruthy();
    expect(control().getByRole('img', { name: 'QR code for your wallet app' })).toBeTruthy();
    expect(buttons()).toEqual(['(Browser wallet)', '(QR code wallet)', 'Copy link', 'Cancel']);
    fireEvent.click(control().getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(buttons()).toEqual(['Browser wallet', 'QR code wallet']));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('a copied link of the code is announced', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await openWithPhone();
    await showCode();
    fireEvent.click(control().getByRole('button', { name: 'Copy link' }));
    expect(await control().findByText('Copied', { selector: '[role="status"]' })).toBeTruthy();
    expect(writeText).toHaveBeenCalledWith('wc:the-code');
  });

  test('AUTH-01 WALLET-02 a phone that approves is signed in, and only its own button is disabled', async () => {
    const { shell } = await openWithPhone();
    await showCode();
    act(() => phone.accept());
    await screen.findByText('Welcome back, Player!');
    expect(shell.session.get().user?.wallet_address).toBe(ALICE_ADDRESS);
    fireEvent.click(screen.getByRole('button', { name: /^Wallet 0x/ }));
    expect(buttons()).toEqual([
      'Copy address',
      'Choose a nickname',
      'Notifications',
      'Sign out',
      'Sign out everywhere',
      'Browser wallet',
      '(QR code wallet)',
    ]);
  });

  test('AUTH-01 on a phone, links open apps, and signing needs a tap', async () => {
    vi.stubGlobal('navigator', {
      userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
      maxTouchPoints: 5,
      locks: undefined,
      language: 'en',
    });
    await openWithPhone();
    fireEvent.click(control().getByRole('button', { name: 'QR code wallet' }));
    await control().findByText('Or scan this code with a wallet app on another phone.');
    await act(async () => phone.showCode('wc:the-code'));
    const apps = within(control().getByRole('list', { name: 'Wallet apps' }));
    expect(apps.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      'https://metamask.app.link/wc?uri=wc%3Athe-code',
      'https://link.trustwallet.com/wc?uri=wc%3Athe-code',
      'https://rnbwapp.com/wc?uri=wc%3Athe-code',
      'https://wallet.zerion.io/wc?uri=wc%3Athe-code',
      'wc:the-code',
    ]);
    // The link would open an app, which the test browser does not have.
    document.addEventListener('click', (press) => press.preventDefault(), { capture: true, once: true });
    fireEvent.click(apps.getByRole('link', { name: 'Rainbow' }));
    expect(JSON.parse(localStorage.getItem('WALLETCONNECT_DEEPLINK_CHOICE') ?? '')).toEqual({
      href: 'https://rnbwapp.com',
      name: 'Rainbow',
    });
    act(() => phone.accept());
    const signIn = await control().findByRole('button', { name: 'Sign in' });
    expect(phone.calls).toEqual([]);
    fireEvent.click(signIn);
    await screen.findByText('Welcome back, Player!');
    expect(phone.calls).toEqual(['personal_sign']);
  });
});
