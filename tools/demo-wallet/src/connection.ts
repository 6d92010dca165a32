import { ADMIN, PAYMENT_ACCOUNTS } from './accounts.ts';
import type { LocalChain } from './chain.ts';
import type { Emitter } from './emitter.ts';
import { alreadyOpen, rejected, unauthorised, unknownChain, unsupported } from './errors.ts';
import type { Prompts } from './prompts.ts';
import type { StateStore, WalletState } from './state.ts';

/** The chain that the wallet reports while it simulates a wrong network. */
const WRONG_CHAIN = { chainId: '0x1', name: 'Ethereum Mainnet' };

/** The accounts and the chain that the page sees. Emits the EIP-1193 events when they change. */
export class Connection {
  readonly #chain: LocalChain;
  readonly #state: StateStore;
  readonly #prompts: Prompts;
  readonly #events: Emitter;
  #connecting = false;

  constructor(chain: LocalChain, state: StateStore, prompts: Prompts, events: Emitter) {
    this.#chain = chain;
    this.#state = state;
    this.#prompts = prompts;
    this.#events = events;
    // If the chain is down there is nothing to emit; the page requests the accounts again.
    state.subscribe((now, before) => void this.#emitChanges(now, before).catch(() => undefined));
  }

  async connect(): Promise<string[]> {
    if (!this.#state.get().approved) {
      if (this.#connecting) throw alreadyOpen();
      this.#connecting = true;
      const approved = await this.#prompts.connect().finally(() => {
        this.#connecting = false;
      });
      if (!approved) throw rejected();
      this.#state.set({ approved: true });
      this.#events.emit('connect', { chainId: await this.chainId() });
    }
    return this.accounts();
  }

  disconnect(): null {
    this.#state.set({ approved: false });
    return null;
  }

  async accounts(state: WalletState = this.#state.get()): Promise<string[]> {
    if (!state.approved) return [];
    const all = await this.#chain.addresses();
    const shown = [state.account, ...(state.account === ADMIN ? PAYMENT_ACCOUNTS : [])];
    return shown.flatMap((index) => all[index] ?? []);
  }

  /** Normalises the address in a request. @throws ProviderError unless the page is connected to it */
  async requireConnectedAddress(input: unknown): Promise<string> {
    const address = String(input).toLowerCase();
    if (!(await this.accounts()).includes(address)) throw unauthorised();
    return address;
  }

  async permissions() {
    const accounts = await this.accounts();
    const caveats = [{ type: 'restrictReturnedAccounts', value: accounts }];
    return accounts.length === 0 ? [] : [{ parentCapability: 'eth_accounts', caveats }];
  }

  get isOnWrongChain(): boolean {
    return this.#state.get().onWrongChain;
  }

  async chainId(state: WalletState = this.#state.get()): Promise<string> {
    return state.onWrongChain ? WRONG_CHAIN.chainId : (await this.#chain.info()).chainId;
  }

  async switchTo(chainId: string): Promise<null> {
    if (chainId === (await this.chainId())) return null;
    const local = await this.#chain.info();
    const toWrongChain = chainId === WRONG_CHAIN.chainId;
    if (!toWrongChain && (chainId !== local.chainId || this.#state.get().hidesLocalChain))
      throw unknownChain(chainId);
    if (!(await this.#prompts.switchChain(toWrongChain ? WRONG_CHAIN.name : local.chainName)))
      throw rejected();
    this.#state.set({ onWrongChain: toWrongChain });
    return null;
  }

  /** Adds the local chain and switches to it, as most wallets do. */
  async addChain(chainId: string): Promise<null> {
    const local = await this.#chain.info();
    if (chainId !== local.chainId) throw unsupported(`chain ${chainId}`);
    if (!(await this.#prompts.addChain(local.chainName))) throw rejected();
    this.#state.set({ onWrongChain: false, hidesLocalChain: false });
    return null;
  }

  async #emitChanges(now: WalletState, before: WalletState): Promise<void> {
    const chainId = await this.chainId(now);
    if (chainId !== (await this.chainId(before))) this.#events.emit('chainChanged', chainId);
    if (now.approved !== before.approved || (now.approved && now.account !== before.account))
      this.#events.emit('accountsChanged', await this.accounts(now));
  }
}
