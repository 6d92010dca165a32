import { createStore, type StoreApi } from 'zustand/vanilla';
import type { OpenWallet } from './open-wallet.ts';
import type { WalletStore } from './wallet.ts';
import type { WalletState } from './wallet-state.ts';

/** The wallet as the shell has it: there from the start, its library only once a wallet is near. */
export interface LazyWallet extends WalletStore {
  /**
   * Loads the library: somebody points at a wallet button, or has pressed it, which is shown as connecting, and a failure as
   * an error. The next call tries again.
   */
  ensureLoaded(pressed?: boolean): Promise<void>;
  /** The library itself, loaded if it is not yet. @throws if it cannot be loaded */
  open(): Promise<OpenWallet>;
}

interface LazyWalletOptions {
  load(): Promise<OpenWallet>;
  /** A library that is open already. */
  opened?: OpenWallet | undefined;
  /** Whether this deployment has wallets by QR code. */
  qrOffered: boolean;
  storage?: Storage;
}

const NOT_LOADED = 'The wallet could not be loaded. Check your internet connection and try again.';

const UNLOADED: WalletState = {
  status: 'disconnected',
  address: null,
  chainId: null,
  wallet: null,
  rightChain: false,
  choices: [],
  asking: null,
  error: null,
  code: null,
  loadingQr: false,
  qrOffered: false,
  opening: false,
  restored: false,
};

/**
 * Stands in for the wallet until its library is needed, which most guests never do: the library is a tenth of a first visit.
 * Until it is there, the wallet of the last visit counts as `reconnecting`, so that the header does not jump.
 */
export function createLazyWallet({
  load,
  opened,
  qrOffered,
  storage = localStorage,
}: LazyWalletOptions): LazyWallet {
  const store = createStore<WalletState>(() => opened?.wallet.get() ?? { ...UNLOADED, qrOffered });
  const { getState: get, setState: set, subscribe } = store;
  const library = createLibrary(store, load, opened);
  /** Runs with the library; where that fails, the state says so. */
  async function withWallet(work: (wallet: WalletStore) => unknown): Promise<void> {
    let opened = library.here();
    try {
      opened ??= await library.open();
    } catch (error) {
      return set({ opening: false, error: (error as Error).message });
    }
    await work(opened.wallet);
  }
  /** What has no effect unless the library is here or on its way. */
  const ifRequested = async (work: (wallet: WalletStore) => unknown) => {
    if (library.wanted()) await withWallet(work);
  };
  const pressed = () => {
    if (!library.here()) set({ opening: true, error: null });
  };
  return {
    get,
    subscribe,
    open: library.open,
    async ensureLoaded(isPressed = false) {
      if (!isPressed) return void (await library.open().catch(() => undefined));
      pressed();
      await withWallet(() => undefined);
    },
    connect: (uid) => withWallet((wallet) => wallet.connect(uid)),
    connectQr() {
      pressed();
      return withWallet((wallet) => wallet.connectQr());
    },
    cancelQr: () => library.here()?.wallet.cancelQr(),
    disconnect: () => ifRequested((wallet) => wallet.disconnect()),
    disconnectAll: () => ifRequested((wallet) => wallet.disconnectAll()),
    switchChain: () => ifRequested((wallet) => wallet.switchChain()),
    addChain: () => ifRequested((wallet) => wallet.addChain()),
    async sign(message) {
      return (await library.open()).wallet.sign(message);
    },
    async start() {
      if (opened) return opened.wallet.start();
      const { recent, connected } = readLastVisit(storage);
      if (!recent && !connected) return set({ restored: true });
      if (connected) set({ status: 'reconnecting' });
      await library.open().catch(() => set({ status: 'disconnected', restored: true }));
    },
    stop: library.stop,
  };
}

/** The library: loaded once, and again after a failure. Its wallet's state becomes the store's. */
function createLibrary(
  { getState: get, setState: set }: StoreApi<WalletState>,
  load: () => Promise<OpenWallet>,
  opened?: OpenWallet,
) {
  let here: OpenWallet | null = null;
  let opening: Promise<OpenWallet> | null = null;
  let stopped = false;
  function adopt(library: OpenWallet): OpenWallet {
    const { wallet } = library;
    here = library;
    // The last visit's wallet has been looked for already where none was stored.
    wallet.subscribe(() => set({ ...wallet.get(), restored: get().restored || wallet.get().restored }, true));
    if (stopped) wallet.stop();
    return library;
  }
  if (opened) adopt(opened);

  async function start(): Promise<OpenWallet> {
    try {
      const library = adopt(await load());
      // `reconnecting` stays until the library says how that ends.
      set({ choices: library.wallet.get().choices, opening: false });
      void library.wallet.start();
      return library;
    } catch (cause) {
      opening = null;
      throw new Error(NOT_LOADED, { cause });
    }
  }
  return {
    here: () => here,
    wanted: () => here !== null || opening !== null,
    async open(): Promise<OpenWallet> {
      if (here) return here;
      opening ??= start();
      return opening;
    },
    stop() {
      stopped = true;
      here?.wallet.stop();
    },
  };
}

/** What the library has stored (WALLET-16): a wallet was used here, and whether it was still connected. */
function readLastVisit(storage: Storage): { recent: boolean; connected: boolean } {
  const stored = (key: string) => {
    try {
      return JSON.parse(storage.getItem(key) ?? 'null');
    } catch {
      return null;
    }
  };
  return {
    recent: stored('wagmi.recentConnectorId') !== null,
    connected: Boolean(stored('wagmi.store')?.state?.current),
  };
}
