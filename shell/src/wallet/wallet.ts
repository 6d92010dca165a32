import type { Watched } from '@touchline/host/host';
import type { Connector } from 'wagmi';
import { connect, disconnect, reconnect, signMessage, watchConnection, watchConnectors } from 'wagmi/actions';
import { cell } from '../watched.ts';
import { addProductChain, switchToProductChain } from './chain-switch.ts';
import type { Wagmi } from './wagmi-config.ts';
import { walletMessage } from './wallet-errors.ts';

/** A wallet that can be connected. */
export interface WalletChoice {
  uid: string;
  name: string;
  icon: string | null;
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
  asking: 'connect' | 'switch' | null;
  error: string | null;
  /** The browser wallets there are: those that announce themselves, else the one that is simply there. */
  choices: readonly WalletChoice[];
}

export interface WalletKeeper extends Watched<WalletState> {
  /** Connects a browser wallet by `uid`; nothing happens while another attempt runs (WALLET-02). */
  connect(uid: string): Promise<void>;
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

const choiceOf = ({ uid, name, icon }: Connector): WalletChoice => ({ uid, name, icon: icon ?? null });

/** WALLET-01: browser wallets only; the unnamed one is hidden as soon as one announces itself (EIP-6963). */
function choicesOf(connectors: readonly Connector[]): WalletChoice[] {
  const injected = connectors.filter((connector) => connector.type === 'injected');
  const announced = injected.filter((connector) => connector.id !== 'injected');
  return (announced.length > 0 ? announced : injected).map(choiceOf);
}

/** The wallet: one state for header, home and remotes, over the wallet library. */
export function createWallet(config: Wagmi, storage: Storage = localStorage): WalletKeeper {
  let asking: WalletState['asking'] = null;
  let error: string | null = null;
  let switching: ReturnType<typeof setTimeout> | undefined;
  const tried = new Set<string>();
  const state = cell<WalletState>(read());

  function read(): WalletState {
    const { status, current, connections } = config.state;
    const connection = connections.get(current ?? '');
    return {
      status,
      address: connection?.accounts[0]?.toLowerCase() ?? null,
      chainId: connection?.chainId ?? null,
      wallet: connection ? choiceOf(connection.connector) : null,
      rightChain: connection?.chainId === config.chains[0].id,
      asking,
      error,
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

  async function ask(what: 'connect' | 'switch', work: () => Promise<unknown>) {
    if (asking) return;
    asking = what;
    error = null;
    update();
    try {
      await work();
    } catch (failure) {
      error = walletMessage(failure);
    } finally {
      asking = null;
      update();
    }
  }

  const stops = [
    watchConnection(config, { onChange: update }),
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
    const known = arrived.find((connector) => connector.id === recent);
    if (known && config.state.status === 'disconnected') await reconnect(config, { connectors: [known] });
  }

  const busy = () => asking !== null || ['connecting', 'reconnecting'].includes(config.state.status);

  return {
    get: state.get,
    subscribe: state.subscribe,
    async connect(uid) {
      const connector = config.connectors.find((one) => one.uid === uid);
      if (busy() || !connector) return;
      await ask('connect', () => connect(config, { connector }));
    },
    async disconnect() {
      error = null;
      await disconnect(config).catch((failure: unknown) => {
        error = walletMessage(failure);
      });
      update();
    },
    async disconnectAll() {
      error = null;
      for (const { connector } of [...config.state.connections.values()])
        await disconnect(config, { connector }).catch(() => undefined);
      update();
    },
    switchChain: () => ask('switch', () => switchToProductChain(config)),
    addChain: () => ask('switch', () => addProductChain(config)),
    async sign(message) {
      const connection = config.state.connections.get(config.state.current ?? '');
      if (!connection) throw new Error('Connect a wallet first.');
      const account = connection.accounts[0];
      return signMessage(config, { message, account, connector: connection.connector });
    },
    async start() {
      await hydrated(config);
      const recent = await config.storage?.getItem('recentConnectorId');
      if (recent || config.state.current) await reconnect(config);
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
