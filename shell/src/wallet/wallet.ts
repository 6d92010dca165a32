import type { Watched } from '@touchline/host/host';
import pTimeout from 'p-timeout';
import type { Connector } from 'wagmi';
import { connect, disconnect, signMessage, watchConnection, watchConnectors } from 'wagmi/actions';
import { abandonAttempt } from './abandon-attempt.ts';
import { switchAutomatically } from './auto-switch.ts';
import { addProductChain, switchToProductChain } from './chain-switch.ts';
import { connectByQr, type QrKit } from './qr-attempt.ts';
import { restoreLate, restoreWallet } from './restore-wallet.ts';
import type { Wagmi } from './wagmi-config.ts';
import { createWalletCore, QR_ID, type WalletCore, type WalletState } from './wallet-state.ts';

export interface WalletStore extends Watched<WalletState> {
  /** Connects a browser wallet by `uid`; ignored while another attempt is running (WALLET-02). */
  connect(uid: string): Promise<void>;
  /** Connects an app by QR code: `code` is set until the app has answered. */
  connectQr(): Promise<void>;
  cancelQr(): void;
  /** Disconnects the current wallet; another connected one becomes current (WALLET-11). */
  disconnect(): Promise<void>;
  disconnectAll(): Promise<void>;
  switchChain(): Promise<void>;
  addChain(): Promise<void>;
  /** Asks the connected wallet to sign a message. */
  sign(message: string): Promise<string>;
  /** WALLET-10: reconnects the wallet of the last visit. */
  start(): Promise<void>;
  stop(): void;
}

/** Long enough to unlock the wallet first; some never answer at all. */
const CONNECT_TIMEOUT_MS = 120_000;
const SIGN_TIMEOUT_MS = 180_000;
const DISCONNECT_TIMEOUT_MS = 5_000;
const NO_ANSWER = 'Your wallet did not answer. Open it and try again.';

interface WalletOptions {
  /** Loads the code for wallets by QR code; absent where they are off. */
  loadQr?: (() => Promise<QrKit>) | undefined;
  storage?: Storage;
}

/** The wallet: one state for header, home and remotes, on top of the wallet library. */
export function createWallet(
  config: Wagmi,
  { loadQr, storage = localStorage }: WalletOptions = {},
): WalletStore {
  const core = createWalletCore(config, loadQr !== undefined);
  const { get, subscribe, sync, ask } = core;
  const qr = loadQr && loadOnce(loadQr);
  let attempt: AbortController | null = null;
  const stops = [
    followLibrary(core),
    switchAutomatically(core),
    // WALLET-16: the library stores connections, connector and chain, but not the status.
    subscribe(() => storage.setItem('wagmi.status', config.state.status)),
  ];
  const busy = () => get().asking !== null || ['connecting', 'reconnecting'].includes(config.state.status);
  return {
    get,
    subscribe,
    async connect(uid) {
      const connector = config.connectors.find((one) => one.uid === uid);
      if (!busy() && connector) await ask('connect', () => connectBrowser(config, connector));
    },
    async connectQr() {
      if (busy() || !qr) return;
      attempt = new AbortController();
      const { signal } = attempt;
      await ask('qr', () =>
        connectByQr(config, qr(), { cancelled: signal, onCode: (code) => sync({ code }) }),
      );
    },
    cancelQr: () => attempt?.abort(),
    async disconnect() {
      sync({ error: null });
      const connection = currentConnection(config);
      if (connection) await disconnectOne(config, connection.connector);
      sync();
    },
    async disconnectAll() {
      sync({ error: null });
      for (const { connector } of [...config.state.connections.values()])
        await disconnectOne(config, connector);
      sync();
    },
    switchChain: () => ask('switch', () => switchToProductChain(config)),
    addChain: () => ask('switch', () => addProductChain(config)),
    sign: (message) => sign(config, message),
    start: () => restoreWallet(core, qr).finally(() => sync({ restored: true })),
    stop() {
      for (const stop of stops) stop();
    },
  };
}

/** Keeps the state in step with the wallet library. */
function followLibrary({ config, get, sync }: WalletCore): () => void {
  const stops = [
    watchConnection(config, {
      onChange(now, before) {
        // A late approval, or another network chosen in the wallet, resolves whatever failed before.
        sync(get().asking ? {} : { error: null });
        if (before.status === 'connected' && now.status === 'disconnected' && before.connector.id === QR_ID)
          void config.storage?.removeItem('recentConnectorId'); // or each visit would load the QR code again
      },
    }),
    watchConnectors(config, {
      onChange(now, before) {
        sync();
        void restoreLate(
          config,
          now.filter((connector) => !before.includes(connector)),
        );
      },
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

const currentConnection = ({ state }: Wagmi) => state.connections.get(state.current ?? '');

function connectBrowser(config: Wagmi, connector: Connector): Promise<unknown> {
  const work = connect(config, { connector });
  return pTimeout(work, { milliseconds: CONNECT_TIMEOUT_MS, message: NO_ANSWER }).finally(() =>
    abandonAttempt(config),
  );
}

async function disconnectOne(config: Wagmi, connector: Connector): Promise<void> {
  try {
    await pTimeout(disconnect(config, { connector }), { milliseconds: DISCONNECT_TIMEOUT_MS });
  } catch {
    // The relay or the extension cannot be reached: disconnect on our side.
    connector.onDisconnect?.();
  }
}

async function sign(config: Wagmi, message: string): Promise<string> {
  const connection = currentConnection(config);
  if (!connection) throw new Error('Connect a wallet first.');
  const account = connection.accounts[0];
  const work = signMessage(config, { message, account, connector: connection.connector });
  return pTimeout(work, { milliseconds: SIGN_TIMEOUT_MS, message: NO_ANSWER });
}

/** Loads the QR kit at the first call and keeps it; the call after a failure tries again. */
function loadOnce(load: () => Promise<QrKit>): () => Promise<QrKit> {
  let loading: Promise<QrKit> | null = null;
  return () => {
    loading ??= load().catch((cause: unknown) => {
      loading = null;
      throw new Error('The QR code could not be loaded. Check your internet connection and try again.', {
        cause,
      });
    });
    return loading;
  };
}
