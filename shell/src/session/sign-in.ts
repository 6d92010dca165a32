import { createStore } from 'zustand/vanilla';
import { isOnPhone } from '../device.ts';
import type { WalletStore } from '../wallet/wallet.ts';
import { getWalletMessage } from '../wallet/wallet-errors.ts';
import type { WalletChoice } from '../wallet/wallet-state.ts';
import { toWatched } from '../watched.ts';
import type { SessionStore } from './session.ts';

export interface SignInState {
  busy: boolean;
  error: string | null;
}

export type SignIn = ReturnType<typeof createSignIn>;

/**
 * Synchronises session and wallet (AUTH-01, AUTH-02). A connected wallet on the app's chain is signed in automatically, once. A
 * switch to another account ends the first account's session.
 * @param onSignOut called when the wallet's session ends in this browser by a sign-out or a switch
 */
export function createSignIn(wallet: WalletStore, session: SessionStore, onSignOut: () => void = () => {}) {
  const login = createLogin(wallet, session);
  const attempted = new Set<string>();
  /** The wallet's account that the session was last synchronised with. */
  let synchronised: string | null = null;
  let signingOut: 'user' | 'switch' | null = null;

  /** Runs a sign-out and suppresses automatic sign-ins until it is done. */
  async function runSignOut(reason: 'user' | 'switch', work: () => Promise<unknown>) {
    signingOut = reason;
    try {
      await work();
    } finally {
      signingOut = null;
    }
  }
  function logout() {
    onSignOut();
    return session.logout();
  }
  const signIn = (address: string) => login.run(address).then(update);
  function update() {
    const { status, address, rightChain, wallet: connected } = wallet.get();
    if (status === 'disconnected') {
      attempted.clear();
      synchronised = null;
      login.reset();
    }
    if (signingOut || status !== 'connected' || !address || !connected) return;
    const { status: sessionStatus, user } = session.get();
    if (user && user.wallet_address !== address) {
      // Another tab has signed in with another wallet.
      if (address === synchronised) return;
      // Another tab may have already signed in the new account: do not end that session.
      session.syncWithStorage();
      if (session.get().user !== user) return; // the change has already called update()
      synchronised = address;
      void runSignOut('switch', logout).finally(update); // AUTH-02
      return;
    }
    if (sessionStatus !== 'loading') synchronised = address;
    const key = `${connected.uid} ${address}`;
    if (sessionStatus !== 'guest' || !rightChain || document.visibilityState !== 'visible') return;
    if (login.get().busy || attempted.has(key) || needsTap(connected)) return;
    attempted.add(key);
    void signIn(address);
  }
  const unsubscribes = [wallet.subscribe(update), session.subscribe(update)];
  document.addEventListener('visibilitychange', update);
  return {
    get: login.get,
    subscribe: login.subscribe,
    /** For the "Sign in" button, which appears after the user has declined the automatic sign-in. */
    async signIn() {
      const { address } = wallet.get();
      if (address) await signIn(address);
    },
    /**
     * Requests a new signature for a request that needs a recent sign-in. Concurrent calls share one signature request. Resolves with
     * false if the user declines or the connected wallet is not the user's.
     */
    async signInAgain() {
      const { status, address } = wallet.get();
      if (status !== 'connected' || !address || address !== session.get().user?.wallet_address) return false;
      return login.runShared(address);
    },
    /** Ends the session and disconnects the wallet. */
    async signOut() {
      login.reset();
      await runSignOut('user', () => Promise.all([logout(), wallet.disconnectAll()]));
      // The user may have connected a wallet again before the server responded.
      update();
    },
    /** Ends the wallet's sessions in all browsers and disconnects it in this one. A failure is shown and changes nothing. */
    async signOutEverywhere() {
      login.reset();
      await runSignOut('user', async () => {
        await session.logoutEverywhere();
        onSignOut();
        await wallet.disconnectAll();
      }).then(login.reset, login.fail);
    },
    /** True while the user signs out in this browser, as opposed to a session that ends for another reason. */
    isSigningOut: () => signingOut === 'user',
    stop() {
      document.removeEventListener('visibilitychange', update);
      for (const unsubscribe of unsubscribes) unsubscribe();
    },
  };
}

/** True for a wallet app on the same phone. It opens only on a tap (iOS would open the App Store), so the user must press "Sign in". */
const needsTap = ({ kind }: WalletChoice) => kind === 'qr' && isOnPhone();

const IDLE: SignInState = { busy: false, error: null };

/** Runs one sign-in at a time. */
function createLogin(wallet: WalletStore, session: SessionStore) {
  const store = createStore<SignInState>(() => IDLE);
  let attempt = 0;
  let shared: Promise<boolean> | null = null;
  async function run(address: string): Promise<boolean> {
    if (store.getState().busy) return false;
    store.setState({ busy: true, error: null });
    const attemptId = ++attempt;
    const isCurrent = () => attemptId === attempt;
    const stillWanted = () => isCurrent() && wallet.get().address === address;
    let error: string | null = null;
    let succeeded = false;
    try {
      await session.login(address, wallet.sign, stillWanted);
      succeeded = stillWanted();
    } catch (failure) {
      error = getLoginMessage(failure);
    }
    if (isCurrent()) store.setState({ busy: false, error });
    return succeeded;
  }
  return {
    ...toWatched(store),
    /** Resolves with true if the wallet has signed in, and with false while another attempt runs. */
    run,
    /** The same for callers that wait for one signature together. */
    runShared(address: string): Promise<boolean> {
      const running = shared ?? run(address);
      shared = running;
      return running.finally(() => {
        if (shared === running) shared = null;
      });
    },
    fail(error: unknown) {
      store.setState({ busy: false, error: getLoginMessage(error) });
    },
    /** Clears the error and discards the result of a running attempt. */
    reset() {
      attempt += 1;
      shared = null;
      const { busy, error } = store.getState();
      if (busy || error) store.setState(IDLE);
    },
  };
}

/** AUTH-06. Null if the user declined in the wallet. */
function getLoginMessage(error: unknown): string | null {
  const message = getWalletMessage(error);
  if (message === null) return null;
  return error instanceof Error && error.message ? message : 'Wallet authentication failed';
}
