import type { Watched } from '@touchline/host/host';
import { onPhone } from '../wallet/on-phone.ts';
import type { WalletKeeper, WalletState } from '../wallet/wallet.ts';
import { walletMessage } from '../wallet/wallet-errors.ts';
import { cell } from '../watched.ts';
import type { SessionKeeper } from './session.ts';

export interface SignInState {
  busy: boolean;
  error: string | null;
}

export interface SignIn extends Watched<SignInState> {
  /** The "Sign in" button: for whoever refused the automatic one. */
  signIn(): Promise<void>;
  /** Ends the session and disconnects the wallet. */
  signOut(): Promise<void>;
  stop(): void;
}

const IDLE: SignInState = { busy: false, error: null };

interface SignInDeps {
  wallet: WalletKeeper;
  session: SessionKeeper;
  /** Tells of session changes. */
  onSession(listener: () => void): () => void;
  visible?: () => boolean;
  phone?: () => boolean;
}

/**
 * Keeps session and wallet together (AUTH-01, AUTH-02): a connected wallet on the product's chain is signed in once by
 * itself; another account ends the session of the first.
 */
export function createSignIn(deps: SignInDeps): SignIn {
  const { wallet, session } = deps;
  const visible = deps.visible ?? (() => document.visibilityState === 'visible');
  const state = cell<SignInState>(IDLE);
  const phone = deps.phone ?? onPhone;
  const tried = new Set<string>();
  let leaving = false;
  let current = 0;

  async function run(address: string) {
    if (state.get().busy) return;
    state.set({ busy: true, error: null });
    const mine = ++current;
    const end = (error: string | null) => mine === current && state.set({ busy: false, error });
    try {
      await session.login(address, wallet.sign, () => mine === current && wallet.get().address === address);
      end(null);
    } catch (error) {
      end(loginMessage(error));
    }
    consider();
  }

  function consider() {
    const { status, address, rightChain, wallet: connected } = wallet.get();
    if (status === 'disconnected') {
      tried.clear();
      // Whatever was asked of a wallet that has gone is not waited for.
      current += 1;
      if (state.get().busy || state.get().error) state.set(IDLE);
    }
    if (leaving || status !== 'connected' || !address || !connected) return;
    const { status: known, user } = session.state();
    if (user && user.wallet_address !== address) {
      // Another tab may have heard of the account first: the session to be ended would be the one that it has just begun.
      session.catchUp();
      if (session.state().user !== user) return; // which led back here
      // AUTH-02; the end of the session leads back here.
      leaving = true;
      void session.logout().finally(() => {
        leaving = false;
        consider();
      });
      return;
    }
    const key = `${connected.uid} ${address}`;
    if (known !== 'guest' || !rightChain || state.get().busy || tried.has(key) || !visible()) return;
    if (wantsATap(connected)) return;
    tried.add(key);
    void run(address);
  }

  /** An app on the same phone comes up only by a tap: iOS would open its shop instead. The "Sign in" button is one. */
  const wantsATap = ({ kind }: NonNullable<WalletState['wallet']>) => kind === 'qr' && phone();

  const stops = [wallet.subscribe(consider), deps.onSession(consider)];
  document.addEventListener('visibilitychange', consider);

  return {
    get: state.get,
    subscribe: state.subscribe,
    async signIn() {
      const { address } = wallet.get();
      if (address) await run(address);
    },
    async signOut() {
      leaving = true;
      try {
        await Promise.all([session.logout(), wallet.disconnectAll()]);
      } finally {
        leaving = false;
      }
      state.set(IDLE);
    },
    stop() {
      document.removeEventListener('visibilitychange', consider);
      for (const stop of stops) stop();
    },
  };
}

/** AUTH-06; a rejection in the wallet shows nothing. */
function loginMessage(error: unknown): string | null {
  const message = walletMessage(error);
  if (message === null) return null;
  return error instanceof Error && error.message ? message : 'Wallet authentication failed';
}
