import type { ChainFacts, LocalChain } from './chain.ts';
import { createEmitter } from './emitter.ts';
import {
  alreadyOpen,
  invalidParams,
  rejected,
  unauthorised,
  unknownChain,
  unsupported,
  wrongChain,
} from './errors.ts';
import {
  asRecord,
  describeTransaction,
  messageAsHex,
  readableMessage,
  type SendRequest,
  type SignRequest,
} from './requests.ts';
import type { StateStore, WalletState } from './state.ts';

/** Another chain that it can pretend to be on. */
export const ELSEWHERE = { chainId: '0x1', name: 'Ethereum Mainnet' };

/** How the wallet's owner is asked; each answers whether he approved. */
export interface Owner {
  connect(): Promise<boolean>;
  sign(request: SignRequest): Promise<boolean>;
  send(request: SendRequest): Promise<boolean>;
  switchChain(chainName: string): Promise<boolean>;
  addChain(chainName: string): Promise<boolean>;
}

export interface Eip1193Provider {
  request(request: { method: string; params?: unknown }): Promise<unknown>;
  on(event: string, listener: (payload: unknown) => void): void;
  removeListener(event: string, listener: (payload: unknown) => void): void;
}

interface ProviderDeps {
  chain: LocalChain;
  state: StateStore;
  owner: Owner;
}

type Handler = (params: readonly unknown[], facts: ChainFacts) => Promise<unknown> | unknown;

/** The wallet as a page sees it (EIP-1193). Keys stay with the local chain, which signs for its own accounts. */
export function createProvider({ chain, state, owner }: ProviderDeps): Eip1193Provider {
  const events = createEmitter();
  let connecting = false;

  const chainIdIn = (now: WalletState, facts: ChainFacts) =>
    now.elsewhere ? ELSEWHERE.chainId : facts.chainId;
  const accountsIn = async (now: WalletState) => {
    const address = now.approved ? (await chain.addresses())[now.account] : undefined;
    return address ? [address] : [];
  };

  async function tellPage(now: WalletState, before: WalletState) {
    const facts = await chain.facts();
    if (chainIdIn(now, facts) !== chainIdIn(before, facts))
      events.emit('chainChanged', chainIdIn(now, facts));
    if (now.approved !== before.approved || (now.approved && now.account !== before.account))
      events.emit('accountsChanged', await accountsIn(now));
  }
  // A chain that does not answer now has nothing to tell; the page asks again anyway.
  state.subscribe((now, before) => void tellPage(now, before).catch(() => undefined));

  async function connect(): Promise<string[]> {
    if (!state.get().approved) {
      if (connecting) throw alreadyOpen();
      connecting = true;
      const approved = await owner.connect().finally(() => {
        connecting = false;
      });
      if (!approved) throw rejected();
      state.set({ approved: true });
      events.emit('connect', { chainId: chainIdIn(state.get(), await chain.facts()) });
    }
    return accountsIn(state.get());
  }

  /** The address that a request names, if it is the connected one. */
  async function connectedAddress(named: unknown): Promise<string> {
    const [address] = await accountsIn(state.get());
    if (!address || String(named).toLowerCase() !== address) throw unauthorised();
    return address;
  }

  async function permissions() {
    const accounts = await accountsIn(state.get());
    return accounts.length === 0
      ? []
      : [
          {
            parentCapability: 'eth_accounts',
            caveats: [{ type: 'restrictReturnedAccounts', value: accounts }],
          },
        ];
  }

  async function switchTo(wanted: string, facts: ChainFacts): Promise<null> {
    const now = state.get();
    if (wanted === chainIdIn(now, facts)) return null;
    if (wanted === ELSEWHERE.chainId) {
      if (!(await owner.switchChain(ELSEWHERE.name))) throw rejected();
      state.set({ elsewhere: true });
      return null;
    }
    if (wanted !== facts.chainId || now.forgetful) throw unknownChain(wanted);
    if (!(await owner.switchChain(facts.chainName))) throw rejected();
    state.set({ elsewhere: false });
    return null;
  }

  /** Adds the local chain and goes there, as wallets do. */
  async function add(wanted: string, facts: ChainFacts): Promise<null> {
    if (wanted !== facts.chainId) throw unsupported(`chain ${wanted}`);
    if (!(await owner.addChain(facts.chainName))) throw rejected();
    state.set({ elsewhere: false, forgetful: false });
    return null;
  }

  const handlers: Record<string, Handler> = {
    eth_accounts: () => accountsIn(state.get()),
    eth_requestAccounts: connect,
    wallet_requestPermissions: async () => {
      await connect();
      return permissions();
    },
    wallet_getPermissions: permissions,
    wallet_revokePermissions: () => {
      state.set({ approved: false });
      return null;
    },
    eth_chainId: (_params, facts) => chainIdIn(state.get(), facts),
    net_version: (_params, facts) => String(Number(chainIdIn(state.get(), facts))),
    wallet_switchEthereumChain: ([chain], facts) => switchTo(chainIdOf(chain), facts),
    wallet_addEthereumChain: ([chain], facts) => add(chainIdOf(chain), facts),
    personal_sign: async ([message, named]) => {
      const address = await connectedAddress(named);
      const text = readableMessage(message);
      if (!(await owner.sign({ title: 'Sign this message?', text }))) throw rejected();
      return chain.call('personal_sign', [messageAsHex(String(message)), address]);
    },
    eth_signTypedData_v4: async ([named, data]) => {
      const address = await connectedAddress(named);
      const typed: unknown = typeof data === 'string' ? JSON.parse(data) : data;
      const text = JSON.stringify(typed, null, 2);
      if (!(await owner.sign({ title: 'Sign this data?', text }))) throw rejected();
      return chain.call('eth_signTypedData_v4', [address, typed]);
    },
    eth_sendTransaction: async ([transaction], facts) => {
      const wanted = asRecord(transaction);
      const from = await connectedAddress(wanted.from);
      if (state.get().elsewhere) throw wrongChain();
      if (!(await owner.send(describeTransaction(wanted, facts.token)))) throw rejected();
      return chain.call('eth_sendTransaction', [{ ...wanted, from }]);
    },
  };

  return {
    async request({ method, params }) {
      const facts = await chain.facts();
      const handler = handlers[method];
      if (handler) return handler(Array.isArray(params) ? params : [], facts);
      if (!READS.test(method)) throw unsupported(method);
      return chain.call(method, params);
    },
    on: events.on,
    removeListener: events.removeListener,
  };
}

/** Questions that go to the chain as they are: nothing there signs, sends or changes the chain. */
const READS =
  /^(eth_(blockNumber|call|estimateGas|feeHistory|gasPrice|get\w+|maxPriorityFeePerGas|syncing)|web3_\w+)$/;

function chainIdOf(params: unknown): string {
  const { chainId } = asRecord(params);
  if (typeof chainId !== 'string' || !/^0x[0-9a-f]+$/i.test(chainId)) throw invalidParams('chainId');
  return chainId.toLowerCase();
}
