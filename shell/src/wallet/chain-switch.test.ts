import { beforeEach, describe, expect, test, vi } from 'vitest';
import { switchChain } from 'wagmi/actions';
import { rejected, rpcError, type TestWallet } from '../testing/test-wallet.ts';
import { walletSuite } from '../testing/wallet-suite.ts';
import { addProductChain } from './chain-switch.ts';

const page = walletSuite();

describe('a wallet on another chain', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    page.browser.chainId = '0x1';
  });
  const switches = () => page.browser.count('wallet_switchEthereumChain');

  test('WALLET-13 is asked to switch to 480 one second after connecting', async () => {
    await page.connect();
    expect(page.wallet.get()).toMatchObject({ rightChain: false, chainId: 1 });
    await vi.advanceTimersByTimeAsync(999);
    expect(switches()).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(page.browser.params.wallet_switchEthereumChain).toEqual({ chainId: '0x1e0' });
    await vi.waitFor(() => expect(page.wallet.get()).toMatchObject({ rightChain: true, chainId: 480 }));
  });

  test('WALLET-13 is asked once; a refusal shows nothing', async () => {
    page.browser.fails.switch = rejected();
    await page.connect();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(switches()).toBe(1);
    expect(page.wallet.get()).toMatchObject({ asking: null, error: null, rightChain: false });
  });

  test('is not asked if the user switches within that second', async () => {
    await page.connect();
    page.browser.setChain('0x1e0');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(switches()).toBe(0);
    expect(page.wallet.get().rightChain).toBe(true);
  });

  test('CONST-01 WALLET-14 is asked to add the chain, with all its details, after error 4902', async () => {
    page.browser.known = new Set(['0x1']);
    page.browser.request = addsAndSwitches(page.browser);
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

  test('WALLET-14 is asked to add the chain, then to switch, after a plain "Unrecognized chain"', async () => {
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

  test('WALLET-14 is asked to switch if adding fails', async () => {
    await page.connect();
    page.browser.fails.add = rpcError(-32603, 'Cannot add networks');
    await page.wallet.addChain();
    expect(page.browser.calls.slice(-4)).toContain('wallet_switchEthereumChain');
    expect(page.wallet.get().rightChain).toBe(true);
  });

  test('WALLET-14 without a provider: "MetaMask not detected", once switching was tried too', async () => {
    await page.connect();
    const [connection] = page.config.state.connections.values();
    const getProvider = vi.fn(async () => undefined);
    Object.assign(connection?.connector ?? {}, { getProvider });
    await page.wallet.addChain();
    expect(getProvider).toHaveBeenCalledTimes(2);
    expect(page.wallet.get().error).toBe('MetaMask not detected');
  });

  test('WALLET-15 refusing to switch after adding shows nothing, and throws the message of the specification', async () => {
    await page.connect();
    page.browser.fails.switch = rejected();
    await page.wallet.addChain();
    expect(page.browser.count('wallet_addEthereumChain')).toBe(1);
    expect(page.wallet.get()).toMatchObject({ error: null, rightChain: false });
    await expect(addProductChain(page.config)).rejects.toThrow('User rejected switch after adding network.');
  });

  test('times out after 20 seconds if it confirms the switch but never performs it', async () => {
    page.browser.fails.switch = 'nothing';
    await page.connect();
    const asked = page.wallet.switchChain();
    await vi.advanceTimersByTimeAsync(19_000);
    expect(page.wallet.get().asking).toBe('switch');
    await vi.advanceTimersByTimeAsync(1_000);
    await asked;
    expect(page.wallet.get()).toMatchObject({
      asking: null,
      error: 'Your wallet did not switch networks. Select WorldChain Mainnet in the wallet itself.',
    });
    page.browser.setChain('0x1e0');
    expect(page.wallet.get()).toMatchObject({ rightChain: true, error: null });
  });

  test('WALLET-08 without support for switching shows the message of the library; unknown chains are refused', async () => {
    page.browser.chainId = '0x1e0';
    await page.connect();
    await expect(switchChain(page.config, { chainId: 1 as never })).rejects.toThrow('Chain not configured');
    const [connection] = page.config.state.connections.values();
    Object.assign(connection?.connector ?? {}, { switchChain: undefined });
    await page.wallet.switchChain();
    expect(page.wallet.get().error).toContain('does not support programmatic chain switching');
  });
});

/** Like MetaMask: adding a network switches to it. */
function addsAndSwitches(of: TestWallet): TestWallet['request'] {
  const plain = of.request;
  return async (call) => {
    const result = await plain(call);
    if (call.method === 'wallet_addEthereumChain') of.setChain('0x1e0');
    return result;
  };
}
