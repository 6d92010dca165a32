import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { shellUnderTest } from '../testing/shell-under-test.tsx';
import { rejected, rpcError, TestWallet } from '../testing/test-wallet.ts';

const page = shellUnderTest();
let wallets: TestWallet[];
let quiet: (() => void)[];

beforeEach(() => {
  wallets = [new TestWallet()];
  quiet = wallets.map((wallet) => wallet.announce());
});
afterEach(() => {
  for (const stop of quiet) stop();
});

const first = () => wallets[0] as TestWallet;
async function open() {
  const opened = page.open();
  await screen.findByText('Connect your wallet to get started');
  return opened;
}
const browserWallet = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Browser wallet' });

describe('the wallet control', () => {
  test('WALLET-01 has one button for the browser wallet', async () => {
    await open();
    const control = screen.getByRole('group', { name: 'Wallet control' });
    expect(
      within(control)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['Browser wallet']);
  });

  test('WALLET-01 lists the wallets when several announce themselves', async () => {
    const second = new TestWallet('Other Wallet', 'other.wallet');
    quiet.push(second.announce());
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

  test('WALLET-05 shows an error under the buttons', async () => {
    first().fails.connect = rpcError(-32603, 'The wallet is on fire');
    await open();
    fireEvent.click(browserWallet());
    expect((await screen.findByRole('alert')).textContent).toContain('The wallet is on fire');
  });

  test('WALLET-04 WALLET-12 on the wrong chain: banner, both buttons, network name and id', async () => {
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
    expect(within(banner).getByText('Switching to WorldChain...')).toBeTruthy();
    await screen.findByText('Welcome back, Player!');
    expect(screen.queryByRole('region', { name: 'Wrong network' })).toBeNull();
  });

  test('WALLET-12 header and page show one state', async () => {
    await open();
    expect(screen.getByRole('button', { name: 'Connect wallet' })).toBeTruthy();
    fireEvent.click(browserWallet());
    await screen.findByText('Welcome back, Player!');
    expect(screen.getByRole('button', { name: 'Wallet 0x7099…79c8, signed in' })).toBeTruthy();
    act(() => first().setChain('0x1'));
    expect(screen.getByRole('button', { name: 'Wallet 0x7099…79c8, wrong network' })).toBeTruthy();
  });
});
