import type { ChainFacts, LocalChain } from './chain.ts';
import { Connection } from './connection.ts';
import type { Emitter } from './emitter.ts';
import { invalidParams, rejected, unsupported, wrongChain } from './errors.ts';
import type { Prompts } from './prompts.ts';
import { asRecord, describeTransaction, messageAsHex, readableMessage } from './requests.ts';
import type { StateStore } from './state.ts';

export interface Eip1193Provider {
  request(request: { method: string; params?: unknown }): Promise<unknown>;
  on(event: string, listener: (payload: unknown) => void): void;
  removeListener(event: string, listener: (payload: unknown) => void): void;
}

type Handler = (params: readonly unknown[], facts: ChainFacts) => Promise<unknown> | unknown;
type Handlers = Record<string, Handler>;

/** The wallet as the page sees it (EIP-1193). The local chain holds the keys and signs for its own accounts. */
export function createProvider(
  chain: LocalChain,
  state: StateStore,
  prompts: Prompts,
  events: Emitter,
): Eip1193Provider {
  const connection = new Connection(chain, state, prompts, events);
  const handlers = { ...connectionHandlers(connection), ...signingHandlers(connection, chain, prompts) };
  return {
    async request({ method, params }) {
      const facts = await chain.facts();
      const handler = handlers[method];
      if (handler) return handler(Array.isArray(params) ? params : [], facts);
      if (!READ_METHODS.test(method)) throw unsupported(method);
      return chain.call(method, params);
    },
    on: events.on,
    removeListener: events.removeListener,
  };
}

/** Methods forwarded to the chain: none of them signs, sends or changes anything. */
const READ_METHODS =
  /^(eth_(blockNumber|call|estimateGas|feeHistory|gasPrice|get\w+|maxPriorityFeePerGas|syncing)|web3_\w+)$/;

function connectionHandlers(connection: Connection): Handlers {
  return {
    eth_accounts: () => connection.accounts(),
    eth_requestAccounts: () => connection.connect(),
    wallet_requestPermissions: async () => {
      await connection.connect();
      return connection.permissions();
    },
    wallet_getPermissions: () => connection.permissions(),
    wallet_revokePermissions: () => connection.disconnect(),
    eth_chainId: () => connection.chainId(),
    net_version: async () => String(Number(await connection.chainId())),
    wallet_switchEthereumChain: ([chain]) => connection.switchTo(chainIdOf(chain)),
    wallet_addEthereumChain: ([chain]) => connection.addChain(chainIdOf(chain)),
  };
}

function signingHandlers(connection: Connection, chain: LocalChain, prompts: Prompts): Handlers {
  return {
    personal_sign: async ([message, named]) => {
      const address = await connection.connectedAddress(named);
      const text = readableMessage(message);
      if (!(await prompts.sign({ title: 'Sign this message?', text }))) throw rejected();
      return chain.call('personal_sign', [messageAsHex(String(message)), address]);
    },
    eth_signTypedData_v4: async ([named, data]) => {
      const address = await connection.connectedAddress(named);
      const typed: unknown = typeof data === 'string' ? JSON.parse(data) : data;
      const text = JSON.stringify(typed, null, 2);
      if (!(await prompts.sign({ title: 'Sign this data?', text }))) throw rejected();
      return chain.call('eth_signTypedData_v4', [address, typed]);
    },
    eth_sendTransaction: async ([transaction], facts) => {
      const wanted = asRecord(transaction);
      const from = await connection.connectedAddress(wanted.from);
      if (connection.isOnWrongChain) throw wrongChain();
      if (!(await prompts.send(describeTransaction(wanted, facts.token)))) throw rejected();
      return chain.call('eth_sendTransaction', [{ ...wanted, from }]);
    },
  };
}

function chainIdOf(params: unknown): string {
  const { chainId } = asRecord(params);
  if (typeof chainId !== 'string' || !/^0x[0-9a-f]+$/i.test(chainId)) throw invalidParams('chainId');
  return chainId.toLowerCase();
}
