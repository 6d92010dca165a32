import { ADMIN, PAYING } from './accounts.ts';
import type { LocalChain } from './chain.ts';
import type { Emitter } from './emitter.ts';
import { alreadyOpen, rejected, unauthorised, unknownChain, unsupported } from './errors.ts';
import type { Prompts } from './prompts.ts';
import type { StateStore, WalletState } from './state.ts';

/** The chain that the wallet pretends to be on. */
export const WRONG_CHAIN = { chainId: '0x1', name: 'Ethereum Mainnet' };

/** Which accounts and chain the page sees. Emits the events of EIP-1193 when they change. */
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
    // If the chain is down there is nothing to report; the page will ask again.
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
    const shown = [state.account, ...(state.account === ADMIN ? PAYING : [])];
    return shown.flatMap((index) => all[index] ?? []);
  }

  /** The address named in a request. @throws ProviderError unless the page may see it */
  async connectedAddress(named: unknown): Promise<string> {
    const address = String(named).toLowerCase();
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
    return state.onWrongChain ? WRONG_CHAIN.chainId : (await this.#chain.facts()).chainId;
  }

  async switchTo(wanted: string): Promise<null> {
    if (wanted === (await this.chainId())) return null;
    const local = await this.#chain.facts();
    const toWrongChain = wanted === WRONG_CHAIN.chainId;
    if (!toWrongChain && (wanted !== local.chainId || this.#state.get().hidesLocalChain))
      throw unknownChain(wanted);
    if (!(await this.#prompts.switchChain(toWrongChain ? WRONG_CHAIN.name : local.chainName)))
      throw rejected();
    this.#state.set({ onWrongChain: toWrongChain });
    return null;
  }

  /** Adds the local chain and switches to it, as most wallets do. */
  async addChain(wanted: string): Promise<null> {
    const { chainId, chainName } = await this.#chain.facts();
    if (wanted !== chainId) throw unsupported(`chain ${wanted}`);
    if (!(await this.#prompts.addChain(chainName))) throw rejected();
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
