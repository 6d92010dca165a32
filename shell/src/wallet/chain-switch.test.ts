import { beforeEach, describe, expect, test, vi } from 'vitest';
import { switchChain } from 'wagmi/actions';
import { rejected, rpcError, type TestWallet } from '../testing/test-wallet.ts';
import { walletSuite } from '../testing/wallet-suite.ts';
import { addProductChain } from './chain-switch.ts';

const page = walletSuite();

describe('chain switch', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    page.browser.chainId = '0x1';
  });
  const switches = () => page.browser.count('wallet_switchEthereumChain');

  test('WALLET-13 a wallet on another chain gets a request to switch to 480 one second after connecting', async () => {
    await page.connect();
    expect(page.wallet.get()).toMatchObject({ rightChain: false, chainId: 1 });
    await vi.advanceTimersByTimeAsync(999);
    expect(switches()).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(page.browser.params.wallet_switchEthereumChain).toEqual({ chainId: '0x1e0' });
    await expect.poll(page.wallet.get).toMatchObject({ rightChain: true, chainId: 480 });
  });

  test('WALLET-13 the switch is requested once, and a rejection shows no error', async () => {
    page.browser.fails.switch = rejected();
    await page.connect();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(switches()).toBe(1);
    expect(page.wallet.get()).toMatchObject({ pendingRequest: null, error: null, rightChain: false });
  });

  test('no switch is requested if the user switches within that second', async () => {
    await page.connect();
    page.browser.setChain('0x1e0');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(switches()).toBe(0);
    expect(page.wallet.get().rightChain).toBe(true);
  });

  test('CONST-01 WALLET-14 after error 4902, the wallet gets a request to add the chain with all details', async () => {
    page.browser.knownChains = new Set(['0x1']);
    page.browser.request = addAndSwitch(page.browser);
    await page.connect();
    await page.wallet.switchChain();
    expect(page.browser.params.wallet_addEthereumChain).toEqual({
      chainId: '0x1e0',
      chainName: 'WorldChain Mainnet',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: ['http://127.0.0.1:8545/'],
      blockExplorerUrls: ['https://worldscan.org'],
    });
    expect(page.wallet.get().rightChain).toBe(true);
  });

  test('WALLET-14 after a plain "Unrecognized chain", the wallet gets requests to add the chain and to switch', async () => {
    await page.connect();
    page.browser.fails.switch = rpcError(-32603, 'Unrecognized chain ID "0x1e0".');
    const add = page.browser.request;
    page.browser.request = async (call) => {
      if (call.method === 'wallet_addEthereumChain') page.browser.fails.switch = undefined;
      return add(call);
    };
    await page.wallet.switchChain();
    expect(page.browser.count('wallet_addEthereumChain')).toBe(1);
    expect(page.wallet.get()).toMatchObject({ rightChain: true, error: null });
  });

  test('WALLET-14 if adding fails, the wallet gets a request to switch', async () => {
    await page.connect();
    page.browser.fails.add = rpcError(-32603, 'Cannot add networks');
    await page.wallet.addChain();
    expect(page.browser.calls.slice(-4)).toContain('wallet_switchEthereumChain');
    expect(page.wallet.get().rightChain).toBe(true);
  });

  test('WALLET-14 if adding fails after error 4902, the wallet gets a second request to switch', async () => {
    page.browser.knownChains = new Set(['0x1']);
    await page.connect();
    page.browser.fails.add = rpcError(-32603, 'Cannot add networks');
    await page.wallet.switchChain();
    expect(page.browser.count('wallet_addEthereumChain')).toBe(1);
    expect(page.browser.count('wallet_switchEthereumChain')).toBe(2);
    expect(page.wallet.get().rightChain).toBe(false);
  });

  test('WALLET-14 without a provider, adding and switching fail with "MetaMask not detected"', async () => {
    await page.connect();
    const [connection] = page.config.state.connections.values();
    const getProvider = vi.fn(async () => undefined);
    Object.assign(connection?.connector ?? {}, { getProvider });
    await page.wallet.addChain();
    expect(getProvider).toHaveBeenCalledTimes(2);
    expect(page.wallet.get().error).toBe('MetaMask not detected');
  });

  test('WALLET-15 rejecting the switch after adding shows no error and throws the specified message', async () => {
    await page.connect();
    page.browser.fails.switch = rejected();
    await page.wallet.addChain();
    expect(page.browser.count('wallet_addEthereumChain')).toBe(1);
    expect(page.wallet.get()).toMatchObject({ error: null, rightChain: false });
    await expect(addProductChain(page.config)).rejects.toThrow('User rejected switch after adding network.');
  });

  test('the switch times out after 20 seconds if the wallet confirms but never performs it', async () => {
    page.browser.fails.switch = 'nothing';
    await page.connect();
    const switching = page.wallet.switchChain();
    await vi.advanceTimersByTimeAsync(19_000);
    expect(page.wallet.get().pendingRequest).toBe('switch');
    await vi.advanceTimersByTimeAsync(1_000);
    await switching;
    expect(page.wallet.get()).toMatchObject({
      pendingRequest: null,
      error: 'Your wallet did not switch networks. Select WorldChain Mainnet in the wallet itself.',
    });
    page.browser.setChain('0x1e0');
    expect(page.wallet.get()).toMatchObject({ rightChain: true, error: null });
  });

  test('WALLET-08 a wallet without switching support causes the library’s error, and unknown chains are rejected', async () => {
    page.browser.chainId = '0x1e0';
    await page.connect();
    await expect(switchChain(page.config, { chainId: 1 as never })).rejects.toThrow('Chain not configured');
    const [connection] = page.config.state.connections.values();
    Object.assign(connection?.connector ?? {}, { switchChain: undefined });
    await page.wallet.switchChain();
    expect(page.wallet.get().error).toContain('does not support programmatic chain switching');
  });
});

/** Behaves like MetaMask, where adding a network also switches to it. */
function addAndSwitch(wallet: TestWallet): TestWallet['request'] {
  const request = wallet.request;
  return async (call) => {
    const result = await request(call);
    if (call.method === 'wallet_addEthereumChain') wallet.setChain('0x1e0');
    return result;
  };
}
