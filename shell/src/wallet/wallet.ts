import type { Watched } from '@touchline/host/host';
import type { Connector } from 'wagmi';
import { connect, disconnect, reconnect, signMessage, watchConnection, watchConnectors } from 'wagmi/actions';
import { cell } from '../watched.ts';
import { within } from '../within.ts';
import { addProductChain, switchToProductChain } from './chain-switch.ts';
import { connectByQr, QrCancelled, type QrCode, type QrKit } from './qr-attempt.ts';
import { settle } from './settle.ts';
import type { Wagmi } from './wagmi-config.ts';
import { walletMessage } from './wallet-errors.ts';

/** A wallet that can be connected. */
export interface WalletChoice {
  uid: string;
  name: string;
  icon: string | null;
  /** WALLET-01: an extension of this browser, or an app that has scanned a QR code. */
  kind: 'browser' | 'qr';
}

/** WALLET-10, and what the control shows beside it. One state for every control on the page. */
export interface WalletState {
  status: 'disconnected' | 'connecting' | 'reconnecting' | 'connected';
  /** Lower case. */
  address: string | null;
  chainId: number | null;
  wallet: WalletChoice | null;
  /** On the product's chain. */
  rightChain: boolean;
  /** What the wallet is being asked. */
  asking: 'connect' | 'qr' | 'switch' | null;
  error: string | null;
  /** Wallets by QR code are switched on. */
  qrOffered: boolean;
  /** What to scan, as soon as there is one. */
  code: QrCode | null;
  /** The browser wallets there are: those that announce themselves, else the one that is simply there. */
  choices: readonly WalletChoice[];
}

export interface WalletKeeper extends Watched<WalletState> {
  /** Connects a browser wallet by `uid`; nothing happens while another attempt runs (WALLET-02). */
  connect(uid: string): Promise<void>;
  /** Connects an app by QR code: `code` appears, and goes when the app has answered. */
  connectQr(): Promise<void>;
  cancelQr(): void;
  /** Disconnects the current wallet; another connected one takes its place (WALLET-11). */
  disconnect(): Promise<void>;
  disconnectAll(): Promise<void>;
  switchChain(): Promise<void>;
  addChain(): Promise<void>;
  /** Asks the connected wallet to sign a text. */
  sign(message: string): Promise<string>;
  /** WALLET-10: takes up the wallet of the last visit. */
  start(): Promise<void>;
  stop(): void;
}

/** WALLET-13 */
const SWITCH_AFTER_MS = 1_000;
/** Wallets that do not answer: a locked one may want its password first, a broken one never comes back. */
const CONNECT_WITHIN_MS = 120_000;
const SIGN_WITHIN_MS = 180_000;
const RECONNECT_WITHIN_MS = 15_000;
const DISCONNECT_WITHIN_MS = 5_000;
const SILENT = 'Your wallet did not answer. Open it and try again.';
const QR_ID = 'walletConnect';

const choiceOf = ({ uid, name, icon, type }: Connector): WalletChoice => ({
  uid,
  name,
  icon: icon ?? null,
  kind: type === QR_ID ? 'qr' : 'browser',
});

/** WALLET-01: browser wallets only; the unnamed one is hidden as soon as one announces itself (EIP-6963). */
function choicesOf(connectors: readonly Connector[]): WalletChoice[] {
  const injected = connectors.filter((connector) => connector.type === 'injected');
  const announced = injected.filter((connector) => connector.id !== 'injected');
  return (announced.length > 0 ? announced : injected).map(choiceOf);
}

interface WalletOptions {
  /** Fetches the QR kind; absent: it is off. */
  loadQr?: (() => Promise<QrKit>) | undefined;
  storage?: Storage;
}

/** The wallet: one state for header, home and remotes, over the wallet library. */
export function createWallet(
  config: Wagmi,
  { loadQr, storage = localStorage }: WalletOptions = {},
): WalletKeeper {
  let code: QrCode | null = null;
  let cancelling: AbortController | null = null;
  let loading: Promise<QrKit> | null = null;
  let reviving = false;
  let asking: WalletState['asking'] = null;
  let error: string | null = null;
  let switching: ReturnType<typeof setTimeout> | undefined;
  const tried = new Set<string>();
  const state = cell<WalletState>(read());

  function read(): WalletState {
    const { status, current, connections } = config.state;
    const connection = connections.get(current ?? '');
    return {
      status: reviving && status === 'disconnected' ? 'reconnecting' : status,
      address: connection?.accounts[0]?.toLowerCase() ?? null,
      chainId: connection?.chainId ?? null,
      wallet: connection ? choiceOf(connection.connector) : null,
      rightChain: connection?.chainId === config.chains[0].id,
      asking,
      error,
      qrOffered: loadQr !== undefined,
      code,
      choices: choicesOf(config.connectors),
    };
  }

  function update() {
    state.set(read());
    considerSwitch();
    // WALLET-16: the library keeps connections, current connector and chain; the status stands beside them.
    storage.setItem('wagmi.status', config.state.status);
  }

  /** Asks for the product's chain once per wallet and wrong chain: a refusal is not asked about again. */
  function considerSwitch() {
    clearTimeout(switching);
    const { status, wallet, chainId, rightChain } = state.get();
    if (status === 'disconnected') tried.clear();
    if (status !== 'connected' || rightChain || !wallet || asking) return;
    const key = `${wallet.uid} ${chainId}`;
    if (tried.has(key)) return;
    switching = setTimeout(() => {
      tried.add(key);
      void ask('switch', () => switchToProductChain(config));
    }, SWITCH_AFTER_MS);
  }

  async function ask(what: NonNullable<WalletState['asking']>, work: () => Promise<unknown>) {
    if (asking) return;
    asking = what;
    error = null;
    update();
    try {
      await work();
    } catch (failure) {
      error = failure instanceof QrCancelled ? null : walletMessage(failure);
    } finally {
      asking = null;
      code = null;
      update();
    }
  }

  const stops = [
    watchConnection(config, {
      onChange(now, before) {
        // What has moved on by itself (a late yes, another network chosen in the wallet) is not wrong any more.
        if (!asking) error = null;
        update();
        if (before.status === 'connected' && now.status === 'disconnected' && before.connector.id === QR_ID)
          void config.storage?.removeItem('recentConnectorId'); // or every page would fetch its code again
      },
    }),
    watchConnectors(config, {
      onChange: (now, before) => {
        update();
        void welcomeBack(now.filter((connector) => !before.includes(connector)));
      },
    }),
  ];

  /** A wallet of the last visit may announce itself after the page has started. */
  async function welcomeBack(arrived: readonly Connector[]) {
    const recent = await config.storage?.getItem('recentConnectorId');
    const known = arrived.find((connector) => connector.id === recent && connector.id !== QR_ID);
    if (known && config.state.status === 'disconnected') await takeUp([known]);
  }

  async function takeUp(connectors?: Connector[]) {
    const work = reconnect(config, connectors ? { connectors } : {});
    // Whoever does not answer now is asked again when the user presses his button; if he answers by then, he is back.
    await within(RECONNECT_WITHIN_MS, work, SILENT).catch(() => {
      settle(config);
      work.then(() => settle(config)).catch(() => undefined);
    });
  }

  /** Once; a failure is tried anew the next time. */
  function qr(): Promise<QrKit> {
    if (!loadQr) return Promise.reject(new Error('Wallets by QR code are switched off.'));
    loading ??= loadQr().catch((cause: unknown) => {
      loading = null;
      throw new Error('The QR code could not be loaded. Check your internet connection and try again.', {
        cause,
      });
    });
    return loading;
  }

  async function disconnectOne(connector: Connector) {
    try {
      await within(DISCONNECT_WITHIN_MS, disconnect(config, { connector }), SILENT);
    } catch {
      // Its relay or extension is gone: on this side it is over all the same.
      connector.onDisconnect?.();
    }
  }

  /** The QR kind has to be fetched before it can be asked for its session. */
  async function revive() {
    reviving = true;
    update();
    const kit = qr().then(({ connector }) => connector.getProvider());
    await within(RECONNECT_WITHIN_MS, kit, SILENT).catch(() => undefined);
    reviving = false;
  }

  const busy = () => asking !== null || ['connecting', 'reconnecting'].includes(config.state.status);

  return {
    get: state.get,
    subscribe: state.subscribe,
    async connect(uid) {
      const connector = config.connectors.find((one) => one.uid === uid);
      if (busy() || !connector) return;
      await ask('connect', () =>
        within(CONNECT_WITHIN_MS, connect(config, { connector }), SILENT).finally(() => settle(config)),
      );
    },
    async connectQr() {
      if (busy()) return;
      const attempt = new AbortController();
      cancelling = attempt;
      await ask('qr', () =>
        connectByQr(config, qr(), {
          cancelled: attempt.signal,
          onCode(next) {
            code = next;
            update();
          },
        }),
      );
    },
    cancelQr: () => cancelling?.abort(),
    async disconnect() {
      error = null;
      const connection = config.state.connections.get(config.state.current ?? '');
      if (connection) await disconnectOne(connection.connector);
      update();
    },
    async disconnectAll() {
      error = null;
      for (const { connector } of [...config.state.connections.values()]) await disconnectOne(connector);
      update();
    },
    switchChain: () => ask('switch', () => switchToProductChain(config)),
    addChain: () => ask('switch', () => addProductChain(config)),
    async sign(message) {
      const connection = config.state.connections.get(config.state.current ?? '');
      if (!connection) throw new Error('Connect a wallet first.');
      const account = connection.accounts[0];
      const work = signMessage(config, { message, account, connector: connection.connector });
      return within(SIGN_WITHIN_MS, work, SILENT);
    },
    async start() {
      await hydrated(config);
      const recent = await config.storage?.getItem('recentConnectorId');
      if (recent === QR_ID && loadQr) await revive();
      if (recent || config.state.current) await takeUp();
      update();
    },
    stop() {
      clearTimeout(switching);
      for (const stop of stops) stop();
    },
  };
}

interface Persisted {
  persist: { hasHydrated(): boolean; onFinishHydration(done: () => void): () => void };
}

/** The library reads its stored state asynchronously; before that it knows nothing of the last visit. */
async function hydrated(config: Wagmi): Promise<void> {
  const { persist } = config._internal.store as unknown as Persisted;
  if (persist.hasHydrated()) return;
  await new Promise<void>((done) => {
    const stop = persist.onFinishHydration(() => {
      stop();
      done();
    });
  });
}
