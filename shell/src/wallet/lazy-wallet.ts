import { createStore, type StoreApi } from 'zustand/vanilla';
import type { OpenWallet } from './open-wallet.ts';
import type { WalletStore } from './wallet.ts';
import type { WalletState } from './wallet-state.ts';

/** Wallet that exists from the start and loads its library only when it is needed. */
export interface LazyWallet extends WalletStore {
  /**
   * Loads the library, for example when the user hovers over a wallet button. If the button was `pressed`, the state shows the
   * progress and a failure. The next call after a failure tries again.
   */
  ensureLoaded(pressed?: boolean): Promise<void>;
  /** Returns the library and loads it if necessary. @throws if it cannot be loaded */
  open(): Promise<OpenWallet>;
}

const NOT_LOADED = 'The wallet could not be loaded. Check your internet connection and try again.';

const UNLOADED: WalletState = {
  status: 'disconnected',
  address: null,
  chainId: null,
  wallet: null,
  rightChain: false,
  choices: [],
  pendingRequest: null,
  error: null,
  code: null,
  loadingQr: false,
  opening: false,
  restored: false,
};

/**
 * Represents the wallet until its library is needed. The library is large, and most guests never need it. Until it has loaded, the
 * wallet of the last visit counts as `reconnecting`, which avoids layout shifts in the header.
 * @param opened an already loaded library
 */
export function createLazyWallet(load: () => Promise<OpenWallet>, opened?: OpenWallet): LazyWallet {
  const store = createStore<WalletState>(() => opened?.wallet.get() ?? UNLOADED);
  const { getState: get, setState: set, subscribe } = store;
  const library = createLibrary(store, load, opened);
  /** Loads the library and runs `work`. A failure to load becomes the state's `error`. */
  async function withWallet(work: (wallet: WalletStore) => unknown): Promise<void> {
    let current = library.get();
    try {
      current ??= await library.open();
    } catch (error) {
      return set({ opening: false, error: (error as Error).message });
    }
    await work(current.wallet);
  }
  /** Does nothing unless the library has been requested. */
  const ifRequested = async (work: (wallet: WalletStore) => unknown) => {
    if (library.isRequested()) await withWallet(work);
  };
  const showOpening = () => {
    if (!library.get()) set({ opening: true, error: null });
  };
  return {
    get,
    subscribe,
    open: library.open,
    async ensureLoaded(isPressed = false) {
      if (!isPressed) return void (await library.open().catch(() => undefined));
      showOpening();
      await withWallet(() => undefined);
    },
    connect: (uid) => withWallet((wallet) => wallet.connect(uid)),
    connectQr() {
      showOpening();
      return withWallet((wallet) => wallet.connectQr());
    },
    cancelQr: () => library.get()?.wallet.cancelQr(),
    disconnect: () => ifRequested((wallet) => wallet.disconnect()),
    disconnectAll: () => ifRequested((wallet) => wallet.disconnectAll()),
    switchChain: () => ifRequested((wallet) => wallet.switchChain()),
    addChain: () => ifRequested((wallet) => wallet.addChain()),
    async sign(message) {
      return (await library.open()).wallet.sign(message);
    },
    async start() {
      if (opened) return opened.wallet.start();
      const { recent, connected } = readLastVisit();
      if (!recent && !connected) return set({ restored: true });
      if (connected) set({ status: 'reconnecting' });
      await library.open().catch(() => set({ status: 'disconnected', restored: true }));
    },
    stop: library.stop,
  };
}

/** Loads the library once, and again after a failure. Copies the state of its wallet to the store. */
function createLibrary(
  { getState: get, setState: set }: StoreApi<WalletState>,
  load: () => Promise<OpenWallet>,
  opened?: OpenWallet,
) {
  let loaded: OpenWallet | null = null;
  let opening: Promise<OpenWallet> | null = null;
  let stopped = false;
  function adopt(library: OpenWallet): OpenWallet {
    const { wallet } = library;
    loaded = library;
    // `restored` must not return to false if no wallet of the last visit was stored.
    wallet.subscribe(() => set({ ...wallet.get(), restored: get().restored || wallet.get().restored }, true));
    if (stopped) wallet.stop();
    return library;
  }
  if (opened) adopt(opened);

  async function start(): Promise<OpenWallet> {
    try {
      const library = adopt(await load());
      // The status remains `reconnecting` until the library has finished reconnecting.
      set({ choices: library.wallet.get().choices, opening: false });
      void library.wallet.start();
      return library;
    } catch (cause) {
      opening = null;
      throw new Error(NOT_LOADED, { cause });
    }
  }
  return {
    get: () => loaded,
    isRequested: () => loaded !== null || opening !== null,
    async open(): Promise<OpenWallet> {
      if (loaded) return loaded;
      opening ??= start();
      return opening;
    },
    stop() {
      stopped = true;
      loaded?.wallet.stop();
    },
  };
}

/** Reads the library's stored state (WALLET-16): whether a wallet was used, and whether it was still connected. */
function readLastVisit(): { recent: boolean; connected: boolean } {
  const parse = (key: string) => {
    try {
      return JSON.parse(localStorage.getItem(key) ?? 'null');
    } catch {
      return null;
    }
  };
  return {
    recent: parse('wagmi.recentConnectorId') !== null,
    connected: Boolean(parse('wagmi.store')?.state?.current),
  };
}
