import pTimeout from 'p-timeout';
import type { Connector } from 'wagmi';
import { connect, disconnect, signMessage, watchConnection, watchConnectors } from 'wagmi/actions';
import { tryStore } from '../storage.ts';
import { abandonAttempt } from './abandon-attempt.ts';
import { switchAutomatically } from './auto-switch.ts';
import { addProductChain, switchToProductChain } from './chain-switch.ts';
import { connectByQr, type QrKit } from './qr-attempt.ts';
import { restoreLate, restoreWallet } from './restore-wallet.ts';
import type { Wagmi } from './wagmi-config.ts';
import { createWalletCore, QR_ID, type WalletCore } from './wallet-state.ts';

export type WalletStore = ReturnType<typeof createWallet>;

/** Long enough to unlock the wallet first. Some wallets never respond. */
const CONNECT_TIMEOUT_MS = 120_000;
const SIGN_TIMEOUT_MS = 180_000;
const DISCONNECT_TIMEOUT_MS = 5_000;
const NO_RESPONSE = 'Your wallet did not respond. Open it and try again.';

/**
 * Creates the wallet on top of the wallet library: one state for the header, the home page and remotes.
 * @param loadQr loads the code for QR code wallets; absent if they are off
 */
export function createWallet(config: Wagmi, loadQr?: () => Promise<QrKit>) {
  const core = createWalletCore(config);
  const { get, subscribe, sync, runRequest } = core;
  const qr = loadQr && loadOnce(loadQr);
  let attempt: AbortController | null = null;
  const stops = [
    watchLibrary(core),
    switchAutomatically(core),
    // WALLET-16: the library stores connections, connector and chain, but not the status.
    subscribe(() => void tryStore(localStorage, 'wagmi.status', config.state.status)),
  ];
  const busy = () =>
    get().pendingRequest !== null || ['connecting', 'reconnecting'].includes(config.state.status);
  return {
    get,
    subscribe,
    /** Connects a browser wallet by `uid`. Ignored while another attempt is running (WALLET-02). */
    async connect(uid: string) {
      const connector = config.connectors.find((one) => one.uid === uid);
      if (!busy() && connector) await runRequest('connect', () => connectBrowser(config, connector));
    },
    /** Connects an app by QR code. `code` is set until the app has responded. */
    async connectQr() {
      if (busy() || !qr) return;
      attempt = new AbortController();
      const { signal } = attempt;
      await runRequest('qr', () =>
        connectByQr(config, qr(), { cancelled: signal, onCode: (code) => sync({ code }) }),
      );
    },
    cancelQr: () => attempt?.abort(),
    /** Disconnects the current wallet. Another connected wallet becomes current (WALLET-11). */
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
    switchChain: () => runRequest('switch', () => switchToProductChain(config)),
    addChain: () => runRequest('switch', () => addProductChain(config)),
    /** Requests a signature from the connected wallet. */
    sign: (message: string) => sign(config, message),
    /** WALLET-10: reconnects the wallet of the last visit. */
    start: () => restoreWallet(core, qr).finally(() => sync({ restored: true })),
    stop() {
      for (const stop of stops) stop();
    },
  };
}

/** Keeps the state in sync with the wallet library. */
function watchLibrary({ config, get, sync }: WalletCore): () => void {
  const stops = [
    watchConnection(config, {
      onChange(now, before) {
        // A late approval or a network switch in the wallet makes the previous error obsolete.
        sync(get().pendingRequest ? {} : { error: null });
        if (before.status === 'connected' && now.status === 'disconnected' && before.connector.id === QR_ID)
          void config.storage?.removeItem('recentConnectorId'); // otherwise every visit would load the QR kit
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
  return pTimeout(work, { milliseconds: CONNECT_TIMEOUT_MS, message: NO_RESPONSE }).finally(() =>
    abandonAttempt(config),
  );
}

async function disconnectOne(config: Wagmi, connector: Connector): Promise<void> {
  try {
    await pTimeout(disconnect(config, { connector }), { milliseconds: DISCONNECT_TIMEOUT_MS });
  } catch {
    // The relay or the extension is unreachable: disconnect locally.
    connector.onDisconnect?.();
  }
}

async function sign(config: Wagmi, message: string): Promise<string> {
  const connection = currentConnection(config);
  if (!connection) throw new Error('Connect a wallet first.');
  const account = connection.accounts[0];
  const work = signMessage(config, { message, account, connector: connection.connector });
  return pTimeout(work, { milliseconds: SIGN_TIMEOUT_MS, message: NO_RESPONSE });
}

/** Loads the QR kit on the first call and caches it. The call after a failure tries again. */
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
