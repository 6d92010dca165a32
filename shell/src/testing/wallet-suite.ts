import { FAKE_CONFIG } from '@touchline/host/testing/fake-host';
import { afterEach, beforeEach, vi } from 'vitest';
import { createWagmi, type Wagmi } from '../wallet/wagmi-config.ts';
import { createWallet, type WalletStore } from '../wallet/wallet.ts';
import { TestWallet } from './test-wallet.ts';

interface WalletSuite {
  /** The browser wallet, which announces itself. */
  browser: TestWallet;
  config: Wagmi;
  wallet: WalletStore;
  /** Reloads the page with these browser wallets. */
  load(...wallets: TestWallet[]): void;
  /** Closes the page and its browser wallets. */
  close(): void;
  findUid(name?: string): string;
  connect(): Promise<void>;
}

/** Sets up a new browser with one browser wallet for every test. */
export function walletSuite(): WalletSuite {
  let stopAnnouncing: (() => void)[] = [];
  const suite = {
    load(...wallets) {
      stopAnnouncing.push(...wallets.map((one) => one.announce()));
      suite.config = createWagmi(FAKE_CONFIG, 'http://localhost');
      suite.wallet = createWallet(suite.config);
    },
    close() {
      suite.wallet.stop();
      for (const stop of stopAnnouncing) stop();
      stopAnnouncing = [];
    },
    findUid: (name = 'Test Wallet') =>
      suite.wallet.get().choices.find((choice) => choice.name === name)?.uid ?? '',
    connect: () => suite.wallet.connect(suite.findUid()),
  } as WalletSuite;
  beforeEach(() => {
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

/** Waits until wagmi, which writes asynchronously, has stored the current connection. */
export const waitForStoredConnection = ({ wallet }: WalletSuite) =>
  vi.waitFor(
    () => {
      const { state } = JSON.parse(localStorage.getItem('wagmi.store') ?? '{}');
      if (!state?.current || state.current !== wallet.get().wallet?.uid) throw new Error('Not stored yet');
    },
    { timeout: 10_000 },
  );
