import type { Connector } from 'wagmi';
import { createStore } from 'zustand/vanilla';
import { QrCancelled, type QrCode } from './qr-attempt.ts';
import type { Wagmi } from './wagmi-config.ts';
import { getWalletMessage } from './wallet-errors.ts';

/** A wallet that the user can connect. */
export interface WalletChoice {
  uid: string;
  name: string;
  icon: string | null;
  /** WALLET-01: an extension of this browser, or an app that has scanned a QR code. */
  kind: 'browser' | 'qr';
}

/** State that is copied from the wallet library. */
interface LibraryState {
  status: 'disconnected' | 'connecting' | 'reconnecting' | 'connected';
  /** Lower case. */
  address: string | null;
  chainId: number | null;
  wallet: WalletChoice | null;
  /** True on the app's chain. */
  rightChain: boolean;
  /** Available browser wallets: those that announce themselves, otherwise the injected one. */
  choices: readonly WalletChoice[];
}

interface OwnState {
  /** The pending request in the wallet. */
  pendingRequest: 'connect' | 'qr' | 'switch' | null;
  error: string | null;
  /** The code to scan, once it is available. */
  code: QrCode | null;
  /** True while the QR code wallet of the last visit is loading. Until the library takes over, the status is `reconnecting`. */
  loadingQr: boolean;
  /** True while the wallet library is loading after the user has pressed a wallet button. */
  opening: boolean;
  /** True after the attempt to restore the wallet of the last visit. Before that, `disconnected` is not conclusive. */
  restored: boolean;
}

/** WALLET-10: the state that every wallet control on the page shares. */
export interface WalletState extends LibraryState, OwnState {}

export const QR_ID = 'walletConnect';

/** The state and the two functions that change it. */
export type WalletCore = ReturnType<typeof createWalletCore>;

export function createWalletCore(config: Wagmi) {
  const store = createStore<WalletState>(() => ({
    ...readLibraryState(config),
    pendingRequest: null,
    error: null,
    code: null,
    loadingQr: false,
    opening: false,
    restored: false,
  }));
  const { getState: get, setState: set, subscribe } = store;
  const sync = (own: Partial<OwnState> = {}) => {
    const next = readLibraryState(config);
    const { loadingQr } = { ...get(), ...own };
    if (loadingQr && next.status === 'disconnected') next.status = 'reconnecting';
    set({ ...next, ...own });
  };
  return {
    config,
    get,
    subscribe,
    /** Copies the library's state, and sets `own`. */
    sync,
    /** Runs one wallet request at a time. A failure other than a rejection becomes `error`. */
    async runRequest(kind: NonNullable<OwnState['pendingRequest']>, work: () => Promise<unknown>) {
      if (get().pendingRequest) return;
      sync({ pendingRequest: kind, error: null });
      let error: string | null = null;
      try {
        await work();
      } catch (failure) {
        error = failure instanceof QrCancelled ? null : getWalletMessage(failure);
      } finally {
        sync({ pendingRequest: null, code: null, error });
      }
    },
  };
}

function readLibraryState(config: Wagmi): LibraryState {
  const { status, current, connections } = config.state;
  const connection = connections.get(current ?? '');
  return {
    status,
    address: connection?.accounts[0]?.toLowerCase() ?? null,
    chainId: connection?.chainId ?? null,
    wallet: connection ? toChoice(connection.connector) : null,
    rightChain: connection?.chainId === config.chains[0].id,
    choices: listChoices(config.connectors),
  };
}

const toChoice = ({ uid, name, icon, type }: Connector): WalletChoice => ({
  uid,
  name,
  icon: icon ?? null,
  kind: type === QR_ID ? 'qr' : 'browser',
});

/** WALLET-01: lists browser wallets. The injected one is hidden if others announce themselves (EIP-6963). */
function listChoices(connectors: readonly Connector[]): WalletChoice[] {
  const injected = connectors.filter((connector) => connector.type === 'injected');
  const announced = injected.filter((connector) => connector.id !== 'injected');
  return (announced.length > 0 ? announced : injected).map(toChoice);
}
