import { FAKE_CONFIG } from '@touchline/host/testing/fake-host';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { switchChain } from 'wagmi/actions';
import { ALICE_ADDRESS, BOB, BOB_ADDRESS, rejected, rpcError, TestWallet } from '../testing/test-wallet.ts';
import { createWagmi, type Wagmi } from './wagmi-config.ts';
import { createWallet, type WalletStore } from './wallet.ts';

let browser: TestWallet;
let config: Wagmi;
let wallet: WalletStore;
let quiet: (() => void)[];

function load(...wallets: TestWallet[]) {
  quiet.push(...wallets.map((one) => one.announce()));
  config = createWagmi(FAKE_CONFIG, 'http://localhost');
  wallet = createWallet(config);
}
const choice = (name = 'Test Wallet') => wallet.get().choices.find((one) => one.name === name)?.uid ?? '';
const connect = () => wallet.connect(choice());
const stored = (key: string) => localStorage.getItem(key);

beforeEach(() => {
  localStorage.clear();
  quiet = [];
  browser = new TestWallet();
  load(browser);
});
afterEach(() => {
  wallet.stop();
  for (const stop of quiet) stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('connecting', () => {
  test('WALLET-01 offers the wallets that announce themselves, and the unnamed one only without any', () => {
    expect(wallet.get().choices.map((one) => one.name)).toEqual(['Test Wallet']);
    for (const stop of quiet) stop();
    load();
    expect(wallet.get().choices.map((one) => one.name)).toEqual(['Injected']);
  });

  test('WALLET-10 goes from disconnected over connecting to connected', async () => {
    const seen = [wallet.get().status];
    wallet.subscribe(() => seen.push(wallet.get().status));
    await connect();
    expect([...new Set(seen)]).toEqual(['disconnected', 'connecting', 'connected']);
    expect(wallet.get()).toMatchObject({
      address: ALICE_ADDRESS,
      chainId: 480,
      rightChain: true,
      error: null,
    });
  });

  test('WALLET-02 a second attempt while one runs starts nothing', async () => {
    let answer = () => {};
    browser.fails.slowConnect = new Promise((done) => {
      answer = done;
    });
    const first = connect();
    await vi.waitFor(() => expect(browser.count('eth_requestAccounts')).toBe(1));
    await connect();
    answer();
    await first;
    expect(browser.count('eth_requestAccounts')).toBe(1);
  });

  test('WALLET-07 connecting the wallet that is current fails and stays connected', async () => {
    await connect();
    await connect();
    expect(wallet.get()).toMatchObject({ status: 'connected', error: 'Connector already connected.' });
  });

  test('WALLET-06 a rejection leaves no error', async () => {
    browser.fails.connect = rejected();
    await connect();
    expect(wallet.get()).toMatchObject({ status: 'disconnected', error: null });
  });

  test('WALLET-05 any other failure is told, and gone with the next attempt', async () => {
    browser.fails.connect = rpcError(-32603, 'The wallet is on fire');
    await connect();
    expect(wallet.get().error).toContain('The wallet is on fire');
    browser.fails.connect = undefined;
    await connect();
    expect(wallet.get()).toMatchObject({ status: 'connected', error: null });
  });

  test('WALLET-09 without any wallet: "Provider not found."', async () => {
    for (const stop of quiet) stop();
    load();
    await wallet.connect(choice('Injected'));
    expect(wallet.get()).toMatchObject({ status: 'disconnected', error: 'Provider not found.' });
  });

  test('WALLET-16 keeps connections, current connector, chain and status under wagmi', async () => {
    await connect();
    await vi.waitFor(() => {
      const { state } = JSON.parse(stored('wagmi.store') ?? '{}');
      expect(state.connections.value).toHaveLength(1);
      expect(state).toMatchObject({ chainId: 480, current: wallet.get().wallet?.uid });
    });
    expect(stored('wagmi.status')).toBe('connected');
  });
});

describe('more than one wallet', () => {
  let other: TestWallet;
  beforeEach(async () => {
    other = new TestWallet('Other Wallet', 'other.wallet');
    other.accounts = [BOB];
    load(browser, other);
    await wallet.connect(choice());
  });

  test('WALLET-11 a failed attempt goes back to the connection there is', async () => {
    other.fails.connect = rejected();
    await wallet.connect(choice('Other Wallet'));
    expect(wallet.get()).toMatchObject({ status: 'connected', address: ALICE_ADDRESS });
  });

  test('WALLET-11 disconnecting one goes to the other, then to disconnected', async () => {
    await wallet.connect(choice('Other Wallet'));
    expect(wallet.get().address).toBe(BOB_ADDRESS);
    await wallet.disconnect();
    expect(wallet.get()).toMatchObject({ status: 'connected', address: ALICE_ADDRESS });
    await wallet.disconnect();
    expect(wallet.get()).toMatchObject({ status: 'disconnected', address: null });
  });
});

describe('coming back', () => {
  async function comeBack() {
    wallet.stop();
    await vi.waitFor(() =>
      expect(stored('wagmi.store')).toContain(`"current":"${wallet.get().wallet?.uid}"`),
    );
    config = createWagmi(FAKE_CONFIG, 'http://localhost');
    wallet = createWallet(config);
    const seen: string[] = [];
    wallet.subscribe(() => seen.push(wallet.get().status));
    await wallet.start();
    return seen;
  }

  test('WALLET-10 reconnects the wallet of the last visit', async () => {
    await connect();
    const seen = await comeBack();
    expect(seen[0]).toBe('reconnecting');
    expect(wallet.get()).toMatchObject({ status: 'connected', address: ALICE_ADDRESS });
    expect(browser.count('eth_requestAccounts')).toBe(1);
  });

  test('WALLET-10 ends disconnected when the wallet has been locked', async () => {
    await connect();
    browser.allowed = false;
    await comeBack();
    expect(wallet.get()).toMatchObject({ status: 'disconnected', address: null });
  });

  test('asks nothing of a wallet that was never connected', async () => {
    await wallet.start();
    expect(browser.calls).toEqual([]);
    expect(wallet.get().status).toBe('disconnected');
  });

  test('welcomes a wallet that announces itself late', async () => {
    await connect();
    await vi.waitFor(() =>
      expect(stored('wagmi.store')).toContain(`"current":"${wallet.get().wallet?.uid}"`),
    );
    wallet.stop();
    for (const stop of quiet) stop();
    config = createWagmi(FAKE_CONFIG, 'http://localhost');
    wallet = createWallet(config);
    await wallet.start();
    expect(wallet.get().status).toBe('disconnected');
    quiet.push(browser.announce());
    await vi.waitFor(() =>
      expect(wallet.get()).toMatchObject({ status: 'connected', address: ALICE_ADDRESS }),
    );
  });
});

describe('the chain', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    browser.chainId = '0x1';
  });
  const switches = () => browser.count('wallet_switchEthereumChain');

  test('WALLET-13 is switched to 480 a second after connecting elsewhere', async () => {
    await connect();
    expect(wallet.get()).toMatchObject({ rightChain: false, chainId: 1 });
    await vi.advanceTimersByTimeAsync(999);
    expect(switches()).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(browser.params.wallet_switchEthereumChain).toEqual({ chainId: '0x1e0' });
    await vi.waitFor(() => expect(wallet.get()).toMatchObject({ rightChain: true, chainId: 480 }));
  });

  test('WALLET-13 is asked for once: a refusal is not asked about again, and shows nothing', async () => {
    browser.fails.switch = rejected();
    await connect();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(switches()).toBe(1);
    expect(wallet.get()).toMatchObject({ asking: null, error: null, rightChain: false });
  });

  test('is not asked for when the user moves on by himself within the second', async () => {
    await connect();
    browser.setChain('0x1e0');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(switches()).toBe(0);
    expect(wallet.get().rightChain).toBe(true);
  });

  test('CONST-01 WALLET-14 a wallet that answers 4902 is asked to add it, with all that belongs to it', async () => {
    browser.known = new Set(['0x1']);
    browser.request = addsAndSwitches(browser);
    await connect();
    await wallet.switchChain();
    expect(browser.params.wallet_addEthereumChain).toEqual({
      chainId: '0x1e0',
      chainName: 'WorldChain Mainnet',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: ['http://127.0.0.1:8545/'],
      blockExplorerUrls: ['https://worldscan.org'],
    });
    expect(wallet.get().rightChain).toBe(true);
  });

  test('WALLET-14 a bare "Unrecognized chain" is answered by adding, then switching', async () => {
    await connect();
    browser.fails.switch = rpcError(-32603, 'Unrecognized chain ID "0x1e0".');
    const add = browser.request;
    browser.request = async (call) => {
      if (call.method === 'wallet_addEthereumChain') browser.fails.switch = undefined;
      return add(call);
    };
    await wallet.switchChain();
    expect(browser.count('wallet_addEthereumChain')).toBe(1);
    expect(wallet.get()).toMatchObject({ rightChain: true, error: null });
  });

  test('WALLET-14 where adding fails, switching is tried', async () => {
    await connect();
    browser.fails.add = rpcError(-32603, 'Cannot add networks');
    await wallet.addChain();
    expect(browser.calls.slice(-4)).toContain('wallet_switchEthereumChain');
    expect(wallet.get().rightChain).toBe(true);
  });

  test('WALLET-14 without a provider: "MetaMask not detected"', async () => {
    await connect();
    const [connection] = config.state.connections.values();
    Object.assign(connection?.connector ?? {}, { getProvider: async () => undefined });
    await wallet.addChain();
    expect(wallet.get().error).toBe('MetaMask not detected');
  });

  test('WALLET-15 refusing the switch after adding shows nothing, and says so to whoever asks', async () => {
    await connect();
    browser.fails.switch = rejected();
    await wallet.addChain();
    expect(browser.count('wallet_addEthereumChain')).toBe(1);
    expect(wallet.get()).toMatchObject({ error: null, rightChain: false });
    const { addProductChain } = await import('./chain-switch.ts');
    await expect(addProductChain(config)).rejects.toThrow('User rejected switch after adding network.');
  });

  test('a wallet that answers and never switches is given up after 20 seconds', async () => {
    browser.fails.switch = 'nothing';
    await connect();
    const asked = wallet.switchChain();
    await vi.advanceTimersByTimeAsync(19_000);
    expect(wallet.get().asking).toBe('switch');
    await vi.advanceTimersByTimeAsync(1_000);
    await asked;
    expect(wallet.get()).toMatchObject({
      asking: null,
      error: 'Your wallet did not switch networks. Select WorldChain Mainnet in the wallet itself.',
    });
    browser.setChain('0x1e0');
    expect(wallet.get()).toMatchObject({ rightChain: true, error: null });
  });

  test('WALLET-08 a connector that cannot switch says so; a chain that is not ours is refused', async () => {
    browser.chainId = '0x1e0';
    await connect();
    await expect(switchChain(config, { chainId: 1 as never })).rejects.toThrow('Chain not configured');
    const [connection] = config.state.connections.values();
    Object.assign(connection?.connector ?? {}, { switchChain: undefined });
    await wallet.switchChain();
    expect(wallet.get().error).toContain('does not support programmatic chain switching');
  });
});

describe('a wallet that never answers', () => {
  const silence = () => new Promise<never>(() => {});
  const SILENT = 'Your wallet did not answer. Open it and try again.';
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));

  test('is given up after two minutes, and may still say yes', async () => {
    let answer = () => {};
    browser.fails.slowConnect = new Promise((done) => {
      answer = done;
    });
    const attempt = connect();
    await vi.advanceTimersByTimeAsync(120_000);
    await attempt;
    expect(wallet.get()).toMatchObject({ status: 'disconnected', asking: null, error: SILENT });
    answer();
    await vi.waitFor(() => expect(wallet.get()).toMatchObject({ status: 'connected', error: null }));
  });

  test('does not keep the page waiting for a signature', async () => {
    await connect();
    browser.request = silence;
    const signing = wallet.sign('Hello').catch((error: Error) => error.message);
    await vi.advanceTimersByTimeAsync(180_000);
    expect(await signing).toBe(SILENT);
  });

  test('WALLET-10 is back when it answers after all', async () => {
    await connect();
    wallet.stop();
    for (const stop of quiet) stop();
    const plain = browser.request;
    let answer = () => {};
    const until = new Promise<void>((done) => {
      answer = done;
    });
    browser.request = async (call) => {
      await until;
      return plain(call);
    };
    load(browser);
    const start = wallet.start();
    await vi.advanceTimersByTimeAsync(15_000);
    await start;
    expect(wallet.get().status).toBe('disconnected');
    answer();
    await vi.waitFor(() =>
      expect(wallet.get()).toMatchObject({ status: 'connected', address: ALICE_ADDRESS, error: null }),
    );
  });

  test('WALLET-10 ends disconnected at the start', async () => {
    await connect();
    wallet.stop();
    for (const stop of quiet) stop();
    browser.request = silence;
    load(browser);
    const start = wallet.start();
    await vi.advanceTimersByTimeAsync(15_000);
    await start;
    expect(wallet.get().status).toBe('disconnected');
  });
});

test('WALLET-09 asked while it comes back: "Connector unavailable while reconnecting"', async () => {
  await connect();
  config.setState((state) => {
    const [uid, connection] = [...state.connections][0] ?? [];
    if (!uid || !connection) return state;
    // What the library keeps over a reload: the connector's name, and nothing that can be asked.
    const { id, name, type } = connection.connector;
    const connector = { id, name, type, uid } as never;
    return { ...state, status: 'reconnecting', connections: new Map([[uid, { ...connection, connector }]]) };
  });
  await expect(wallet.sign('Hello')).rejects.toThrow(/unavailable while reconnecting/);
});

test('follows the account that the user picks in the wallet', async () => {
  await connect();
  browser.setAccounts(BOB);
  expect(wallet.get().address).toBe(BOB_ADDRESS);
});

test('CONST-02 reads the chain with the values of the specification', () => {
  const { transport } = config.getClient();
  expect(transport).toMatchObject({ timeout: 10_000, retryCount: 3, retryDelay: 150 });
});

/** MetaMask's way: adding a network offers to switch to it at once. */
function addsAndSwitches(of: TestWallet): TestWallet['request'] {
  const plain = of.request;
  return async (call) => {
    const result = await plain(call);
    if (call.method === 'wallet_addEthereumChain') of.setChain('0x1e0');
    return result;
  };
}
