import { Batches } from './batches.ts';
import type { ChainInfo, LocalChain } from './chain.ts';
import { Connection } from './connection.ts';
import type { Emitter } from './emitter.ts';
import {
  atomicUnsupported,
  batchTooLarge,
  invalidParams,
  rejected,
  unsupported,
  wrongChain,
} from './errors.ts';
import type { Prompts } from './prompts.ts';
import { asRecord, decodeMessage, describeTransaction, encodeMessage } from './requests.ts';
import type { StateStore } from './state.ts';

export interface Eip1193Provider {
  request(request: { method: string; params?: unknown }): Promise<unknown>;
  on(event: string, listener: (payload: unknown) => void): void;
  removeListener(event: string, listener: (payload: unknown) => void): void;
}

type Handler = (params: readonly unknown[], info: ChainInfo) => Promise<unknown> | unknown;
type Handlers = Record<string, Handler>;

/** Creates the EIP-1193 provider. The local chain holds the keys and signs for its own accounts. */
export function createProvider(
  chain: LocalChain,
  state: StateStore,
  prompts: Prompts,
  events: Emitter,
): Eip1193Provider {
  const connection = new Connection(chain, state, prompts, events);
  const handlers = {
    ...connectionHandlers(connection),
    ...signingHandlers(connection, chain, prompts),
    ...batchHandlers(connection, chain, prompts),
  };
  return {
    async request({ method, params }) {
      const info = await chain.info();
      const handler = handlers[method];
      if (handler) return handler(Array.isArray(params) ? params : [], info);
      if (!READ_METHODS.test(method)) throw unsupported(method);
      return chain.call(method, params);
    },
    on: events.on,
    removeListener: events.removeListener,
  };
}

/** Read-only methods, which are forwarded to the chain. */
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
    wallet_switchEthereumChain: ([chain]) => connection.switchTo(parseChainId(chain)),
    wallet_addEthereumChain: ([chain]) => connection.addChain(parseChainId(chain)),
  };
}

function signingHandlers(connection: Connection, chain: LocalChain, prompts: Prompts): Handlers {
  return {
    personal_sign: async ([message, account]) => {
      const address = await connection.requireConnectedAddress(account);
      const text = decodeMessage(message);
      if (!(await prompts.sign({ title: 'Sign this message?', text }))) throw rejected();
      return chain.call('personal_sign', [encodeMessage(String(message)), address]);
    },
    eth_signTypedData_v4: async ([account, data]) => {
      const address = await connection.requireConnectedAddress(account);
      const typed: unknown = typeof data === 'string' ? JSON.parse(data) : data;
      const text = JSON.stringify(typed, null, 2);
      if (!(await prompts.sign({ title: 'Sign this data?', text }))) throw rejected();
      return chain.call('eth_signTypedData_v4', [address, typed]);
    },
    eth_sendTransaction: async ([transaction], info) => {
      const requested = asRecord(transaction);
      const from = await connection.requireConnectedAddress(requested.from);
      if (connection.isOnWrongChain) throw wrongChain();
      if (!(await prompts.send(describeTransaction(requested, info.token)))) throw rejected();
      return chain.call('eth_sendTransaction', [{ ...requested, from }]);
    },
  };
}

/** Larger batches are rejected, as wallets do. */
const MAX_BATCH = 10;

/** EIP-5792: several transactions with one confirmation, sent one after the other. */
function batchHandlers(connection: Connection, chain: LocalChain, prompts: Prompts): Handlers {
  const batches = new Batches(chain);
  return {
    wallet_getCapabilities: async ([account], info) => {
      await connection.requireConnectedAddress(account);
      return { [info.chainId]: { atomic: { status: 'unsupported' } } };
    },
    wallet_sendCalls: async ([request], info) => {
      const { id, from: account, chainId, atomicRequired, calls } = asRecord(request);
      const from = await connection.requireConnectedAddress(account);
      if (connection.isOnWrongChain || chainId !== info.chainId) throw wrongChain();
      if (atomicRequired === true) throw atomicUnsupported();
      if (!Array.isArray(calls) || calls.length === 0) throw invalidParams('calls');
      if (calls.length > MAX_BATCH) throw batchTooLarge(MAX_BATCH);
      const batch = typeof id === 'string' ? id : `demo-${Date.now()}`;
      batches.assertNew(batch);
      const transactions = calls.map((call) => ({ ...asRecord(call), from }));
      const described = transactions.map((transaction) => describeTransaction(transaction, info.token));
      if (!(await prompts.sendBatch(described))) throw rejected();
      await batches.send(batch, transactions);
      return { id: batch };
    },
    wallet_getCallsStatus: ([id]) => batches.status(id),
  };
}

function parseChainId(params: unknown): string {
  const { chainId } = asRecord(params);
  if (typeof chainId !== 'string' || !/^0x[0-9a-f]+$/i.test(chainId)) throw invalidParams('chainId');
  return chainId.toLowerCase();
}
