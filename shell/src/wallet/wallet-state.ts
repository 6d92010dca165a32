import type { Connector } from 'wagmi';
import { createStore } from 'zustand/vanilla';
import { QrCancelled, type QrCode } from './qr-attempt.ts';
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

/** The wallet library's part of the state. */
interface LibraryState {
  status: 'disconnected' | 'connecting' | 'reconnecting' | 'connected';
  /** Lower case. */
  address: string | null;
  chainId: number | null;
  wallet: WalletChoice | null;
  /** On the product's chain. */
  rightChain: boolean;
  /** Available browser wallets: those that announce themselves, else the injected one. */
  choices: readonly WalletChoice[];
}

interface OwnState {
  /** The request that the user is answering in the wallet. */
  asking: 'connect' | 'qr' | 'switch' | null;
  error: string | null;
  /** The code to scan, once it is available. */
  code: QrCode | null;
  /** The last visit's QR wallet is being loaded; the status is `reconnecting` until the library takes over. */
  loadingQr: boolean;
  /** Whether this deployment has wallets by QR code. */
  qrOffered: boolean;
  /** The wallet library is being loaded, because somebody has pressed a wallet button. */
  opening: boolean;
  /** Whether the wallet of the last visit has been looked for; before that, `disconnected` means nothing. */
  restored: boolean;
}

/** WALLET-10, and what the control shows beside it. One state for every control on the page. */
export interface WalletState extends LibraryState, OwnState {}

export const QR_ID = 'walletConnect';

/** The state, and the two ways to change it. */
export interface WalletCore {
  readonly config: Wagmi;
  get(): WalletState;
  subscribe(listener: () => void): () => void;
  /** Copies the library's state, and sets `own`. */
  sync(own?: Partial<OwnState>): void;
  /** Runs one request to the wallet at a time; a failure other than a rejection becomes `error`. */
  ask(what: NonNullable<OwnState['asking']>, work: () => Promise<unknown>): Promise<void>;
}

export function createWalletCore(config: Wagmi, qrOffered: boolean): WalletCore {
  const store = createStore<WalletState>(() => ({
    ...libraryState(config),
    asking: null,
    error: null,
    code: null,
    loadingQr: false,
    qrOffered,
    opening: false,
    restored: false,
  }));
  const { getState: get, setState: set, subscribe } = store;
  const sync = (own: Partial<OwnState> = {}) => {
    const next = libraryState(config);
    const { loadingQr } = { ...get(), ...own };
    if (loadingQr && next.status === 'disconnected') next.status = 'reconnecting';
    set({ ...next, ...own });
  };
  return {
    config,
    get,
    subscribe,
    sync,
    async ask(what, work) {
      if (get().asking) return;
      sync({ asking: what, error: null });
      let error: string | null = null;
      try {
        await work();
      } catch (failure) {
        error = failure instanceof QrCancelled ? null : walletMessage(failure);
      } finally {
        sync({ asking: null, code: null, error });
      }
    },
  };
}

function libraryState(config: Wagmi): LibraryState {
  const { status, current, connections } = config.state;
  const connection = connections.get(current ?? '');
  return {
    status,
    address: connection?.accounts[0]?.toLowerCase() ?? null,
    chainId: connection?.chainId ?? null,
    wallet: connection ? choiceOf(connection.connector) : null,
    rightChain: connection?.chainId === config.chains[0].id,
    choices: choicesOf(config.connectors),
  };
}

const choiceOf = ({ uid, name, icon, type }: Connector): WalletChoice => ({
  uid,
  name,
  icon: icon ?? null,
  kind: type === QR_ID ? 'qr' : 'browser',
});

/** WALLET-01: browser wallets only; the injected one is hidden once others announce themselves (EIP-6963). */
function choicesOf(connectors: readonly Connector[]): WalletChoice[] {
  const injected = connectors.filter((connector) => connector.type === 'injected');
  const announced = injected.filter((connector) => connector.id !== 'injected');
  return (announced.length > 0 ? announced : injected).map(choiceOf);
}
