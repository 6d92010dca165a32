import { FAKE_CONFIG } from '@touchline/host/testing/fake-host';
import { afterEach, beforeEach, vi } from 'vitest';
import { createWagmi, type Wagmi } from '../wallet/wagmi-config.ts';
import { createWallet, type WalletStore } from '../wallet/wallet.ts';
import { TestPhone } from './test-phone.ts';

interface QrSuite {
  config: Wagmi;
  wallet: WalletStore;
  phone: TestPhone;
  /** Number of requests for the QR kit. */
  loads: number;
  /** If true, loading the QR kit fails. */
  offline: boolean;
  /** Loading the QR kit waits for this promise. */
  arrives: Promise<void> | undefined;
  /** Reloads the page. */
  load(): void;
  /** Starts an attempt. `shown`: waits until the code is displayed. */
  start(options?: { shown?: boolean }): Promise<{ end: Promise<void> }>;
  /** Connects a phone. */
  connect(): Promise<void>;
  pass(ms: number): Promise<unknown>;
}

/** Sets up QR code wallets with a test phone and fake timers. */
export function qrSuite(): QrSuite {
  const suite = {
    load() {
      suite.config = createWagmi(FAKE_CONFIG, 'http://localhost');
      suite.wallet = createWallet(suite.config, async () => {
        suite.loads += 1;
        await suite.arrives;
        if (suite.offline) throw new Error('ChunkLoadError');
        return suite.phone.load(suite.config);
      });
    },
    async start({ shown = true } = {}) {
      const end = suite.wallet.connectQr();
      await suite.pass(0);
      if (shown) suite.phone.showCode();
      return { end };
    },
    async connect() {
      const { end } = await suite.start();
      suite.phone.accept();
      await end;
    },
    pass: (ms) => vi.advanceTimersByTimeAsync(ms),
  } as QrSuite;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    Object.assign(suite, { phone: new TestPhone(), loads: 0, offline: false, arrives: undefined });
    suite.load();
  });
  afterEach(() => {
    suite.wallet.stop();
    vi.useRealTimers();
  });
  return suite;
}
