import type { Watched } from '@touchline/host/host';
import { createStore } from 'zustand/vanilla';
import { isOnPhone } from '../wallet/is-on-phone.ts';
import type { WalletStore } from '../wallet/wallet.ts';
import { walletMessage } from '../wallet/wallet-errors.ts';
import type { WalletChoice } from '../wallet/wallet-state.ts';
import { toWatched } from '../watched.ts';
import type { SessionStore } from './session.ts';

export interface SignInState {
  busy: boolean;
  error: string | null;
}

export interface SignIn extends Watched<SignInState> {
  /** The "Sign in" button, for users who refused the automatic sign-in. */
  signIn(): Promise<void>;
  /**
   * Asks the wallet to sign again, for a call that needs a recent sign-in; calls at the same time share one request. False: it
   * refused, or is not the user's.
   */
  signInAgain(): Promise<boolean>;
  /** Ends the session and disconnects the wallet. */
  signOut(): Promise<void>;
  /** Ends the wallet's sessions in all browsers, and disconnects it here; a failure is shown and changes nothing. */
  signOutEverywhere(): Promise<void>;
  stop(): void;
}

/**
 * Keeps session and wallet in step (AUTH-01, AUTH-02): a connected wallet on the product's chain is signed in once without
 * being asked to; a switch to another account ends the first account's session.
 */
export function createSignIn(wallet: WalletStore, session: SessionStore): SignIn {
  const login = createLogin(wallet, session);
  const asked = new Set<string>();
  let leaving = false;
  let again: Promise<boolean> | null = null;

  /** Signs out, and keeps the wallet from being signed in until that is done. */
  async function leave(work: () => Promise<unknown>) {
    leaving = true;
    try {
      await work();
    } finally {
      leaving = false;
    }
  }
  async function signIn(address: string) {
    await login.run(address);
    follow();
  }
  function follow() {
    const { status, address, rightChain, wallet: connected } = wallet.get();
    if (status === 'disconnected') {
      asked.clear();
      login.reset();
    }
    if (leaving || status !== 'connected' || !address || !connected) return;
    const { status: sessionStatus, user } = session.get();
    if (user && user.wallet_address !== address) {
      // Another tab may have signed the new account in already: do not end that session.
      session.catchUp();
      if (session.get().user !== user) return; // the change has called follow() again
      void leave(session.logout).finally(follow); // AUTH-02
      return;
    }
    const key = `${connected.uid} ${address}`;
    const visible = document.visibilityState === 'visible';
    if (sessionStatus !== 'guest' || !rightChain || !visible) return;
    if (login.get().busy || asked.has(key) || needsTap(connected)) return;
    asked.add(key);
    void signIn(address);
  }
  const unsubscribes = [wallet.subscribe(follow), session.subscribe(follow)];
  document.addEventListener('visibilitychange', follow);
  return {
    get: login.get,
    subscribe: login.subscribe,
    async signIn() {
      const { address } = wallet.get();
      if (address) await signIn(address);
    },
    async signInAgain() {
      const { status, address } = wallet.get();
      if (status !== 'connected' || !address || address !== session.get().user?.wallet_address) return false;
      again ??= login.run(address).finally(() => {
        again = null;
      });
      return again;
    },
    async signOut() {
      await leave(() => Promise.all([session.logout(), wallet.disconnectAll()]));
      login.reset();
    },
    async signOutEverywhere() {
      await leave(async () => {
        await session.logoutEverywhere();
        await wallet.disconnectAll();
      }).then(login.reset, login.fail);
    },
    stop() {
      document.removeEventListener('visibilitychange', follow);
      for (const unsubscribe of unsubscribes) unsubscribe();
    },
  };
}

/** An app on the same phone opens only on a tap (iOS would open its store instead): the user presses "Sign in". */
const needsTap = ({ kind }: WalletChoice) => kind === 'qr' && isOnPhone();

const IDLE: SignInState = { busy: false, error: null };

/** One sign-in at a time. */
function createLogin(wallet: WalletStore, session: SessionStore) {
  const store = createStore<SignInState>(() => IDLE);
  let attempt = 0;
  return {
    ...toWatched(store),
    /** Whether the wallet has signed in. */
    async run(address: string): Promise<boolean> {
      if (store.getState().busy) return false;
      store.setState({ busy: true, error: null });
      const own = ++attempt;
      const isCurrent = () => own === attempt;
      const stillWanted = () => isCurrent() && wallet.get().address === address;
      let error: string | null = null;
      let done = false;
      try {
        await session.login(address, wallet.sign, stillWanted);
        done = stillWanted();
      } catch (failure) {
        error = loginMessage(failure);
      }
      if (isCurrent()) store.setState({ busy: false, error });
      return done;
    },
    fail(error: unknown) {
      store.setState({ busy: false, error: loginMessage(error) });
    },
    /** Drops the error, and the result of an attempt that is still running. */
    reset() {
      attempt += 1;
      const { busy, error } = store.getState();
      if (busy || error) store.setState(IDLE);
    },
  };
}

/** AUTH-06; null for a rejection in the wallet. */
function loginMessage(error: unknown): string | null {
  const message = walletMessage(error);
  if (message === null) return null;
  return error instanceof Error && error.message ? message : 'Wallet authentication failed';
}
