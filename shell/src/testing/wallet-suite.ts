import { FAKE_CONFIG } from '@touchline/host/testing/fake-host';
import { afterEach, beforeEach, vi } from 'vitest';
import { createWagmi, type Wagmi } from '../wallet/wagmi-config.ts';
import { createWallet, type WalletStore } from '../wallet/wallet.ts';
import { TestWallet } from './test-wallet.ts';

interface WalletSuite {
  /** The browser wallet that announces itself. */
  browser: TestWallet;
  config: Wagmi;
  wallet: WalletStore;
  /** Loads the page again, with these browser wallets. */
  load(...wallets: TestWallet[]): void;
  /** Ends the page and its browser wallets. */
  close(): void;
  uidOf(name?: string): string;
  connect(): Promise<void>;
}

/** The wallet in a fresh browser with one browser wallet, for every test. */
export function walletSuite(): WalletSuite {
  let silence: (() => void)[] = [];
  const suite = {
    load(...wallets) {
      silence.push(...wallets.map((one) => one.announce()));
      suite.config = createWagmi(FAKE_CONFIG, 'http://localhost');
      suite.wallet = createWallet(suite.config);
    },
    close() {
      suite.wallet.stop();
      for (const stop of silence) stop();
      silence = [];
    },
    uidOf: (name = 'Test Wallet') =>
      suite.wallet.get().choices.find((choice) => choice.name === name)?.uid ?? '',
    connect: () => suite.wallet.connect(suite.uidOf()),
  } as WalletSuite;
  beforeEach(() => {
    localStorage.clear();
    suite.browser = new TestWallet();
    suite.load(suite.browser);
  });
  afterEach(() => {
    suite.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  return suite;
}

/** Until wagmi, which writes asynchronously, has stored the current connection. */
export const connectionStored = ({ wallet }: WalletSuite) =>
  vi.waitFor(() => {
    const { state } = JSON.parse(localStorage.getItem('wagmi.store') ?? '{}');
    if (!state?.current || state.current !== wallet.get().wallet?.uid) throw new Error('Not stored yet');
  });
