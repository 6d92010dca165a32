import { privateKeyToAccount } from 'viem/accounts';

/** Accounts 1 to 3 of the standard development mnemonic. */
export const ALICE = privateKeyToAccount(
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
);
export const BOB = privateKeyToAccount('0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a');
export const CAROL = privateKeyToAccount(
  '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
);

export const ALICE_ADDRESS = ALICE.address.toLowerCase();
export const BOB_ADDRESS = BOB.address.toLowerCase();
export const CAROL_ADDRESS = CAROL.address.toLowerCase();

type Listener = (value: never) => void;

/** Failures to simulate. */
interface Failures {
  /** Error of a connection request. */
  connect?: unknown;
  sign?: unknown;
  /** Error of a switch, or `'nothing'` to confirm without switching. */
  switch?: unknown;
  add?: unknown;
  /** Connecting waits for this promise. */
  slowConnect?: Promise<void>;
}

export const rejected = (message = 'User rejected the request.') =>
  Object.assign(new Error(message), { code: 4001 });
export const rpcError = (code: number, message: string, data?: unknown) =>
  Object.assign(new Error(message), { code, data });

/** An EIP-1193 wallet with real keys that can simulate the failures of real wallets. */
export class TestWallet {
  readonly calls: string[] = [];
  readonly params: Record<string, unknown> = {};
  readonly fails: Failures = {};
  accounts = [ALICE];
  allowed = false;
  knownChains = new Set(['0x1e0', '0x1']);
  chainId = '0x1e0';
  #listeners = new Map<string, Set<Listener>>();

  constructor(
    readonly name = 'Test Wallet',
    readonly rdns = 'test.wallet',
  ) {}

  on = (event: string, listener: Listener) => {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(listener));
  };
  removeListener = (event: string, listener: Listener) => this.#listeners.get(event)?.delete(listener);
  #emit(event: string, value: unknown) {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) listener(value as never);
  }

  #visibleAccounts = () => (this.allowed ? this.accounts.map((account) => account.address) : []);

  request = async ({ method, params = [] }: { method: string; params?: unknown[] }): Promise<unknown> => {
    this.calls.push(method);
    this.params[method] = params[0];
    switch (method) {
      case 'eth_accounts':
        return this.#visibleAccounts();
      case 'eth_chainId':
        return this.chainId;
      case 'eth_requestAccounts':
        await this.fails.slowConnect;
        if (this.fails.connect) throw this.fails.connect;
        this.allowed = true;
        return this.#visibleAccounts();
      case 'personal_sign': {
        if (this.fails.sign) throw this.fails.sign;
        const [raw] = params as [`0x${string}`];
        const [account] = this.accounts;
        if (!account) throw rpcError(4100, 'No account');
        return account.signMessage({ message: { raw } });
      }
      case 'wallet_switchEthereumChain':
        return this.#switch((params[0] as { chainId: string }).chainId);
      case 'wallet_addEthereumChain':
        if (this.fails.add) throw this.fails.add;
        this.knownChains.add((params[0] as { chainId: string }).chainId);
        return null;
      default:
        throw rpcError(-32601, `The method ${method} is not supported.`);
    }
  };

  #switch(chainId: string): null {
    if (this.fails.switch === 'nothing') return null;
    if (this.fails.switch) throw this.fails.switch;
    if (!this.knownChains.has(chainId))
      throw rpcError(4902, 'Unrecognized chain ID. Try adding the chain first.');
    this.setChain(chainId);
    return null;
  }

  /** Simulates that the user changes the network in the wallet. */
  setChain(chainId: string) {
    this.chainId = chainId;
    this.#emit('chainChanged', chainId);
  }

  /** Simulates that the user selects other accounts in the wallet. */
  setAccounts(...accounts: (typeof ALICE)[]) {
    this.accounts = accounts;
    this.#emit('accountsChanged', this.#visibleAccounts());
  }

  /** Announces itself like a browser extension (EIP-6963). Returns the function that stops the announcements. */
  announce(): () => void {
    const { name, rdns } = this;
    const detail = Object.freeze({
      info: { uuid: rdns, name, icon: 'data:image/svg+xml,%3Csvg/%3E', rdns },
      provider: this,
    });
    const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    window.addEventListener('eip6963:requestProvider', announce);
    announce();
    return () => window.removeEventListener('eip6963:requestProvider', announce);
  }

  count = (method: string) => this.calls.filter((call) => call === method).length;
}
