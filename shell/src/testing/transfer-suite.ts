import { createClient } from '@touchline/api/client';
import { footballAbi } from '@touchline/contracts/abi';
import { FAKE_CONFIG } from '@touchline/host/testing/fake-host';
import { createFakeFetch, type FakeResponse } from '@touchline/host/testing/fake-responses';
import type { Transfer, TransferStep, Transfers } from '@touchline/host/transfers';
import { type Chain, startChain } from '@touchline/local-stack/dependencies/chain';
import { rpc } from '@touchline/local-stack/dependencies/json-rpc';
import { getAddress } from 'viem';
import { readContract } from 'viem/actions';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { createTransfers } from '../transfers/transfers.ts';
import { createWagmi, type Wagmi } from '../wallet/wagmi-config.ts';
import { ChainWallet } from './chain-wallet.ts';
import { type RpcProxy, startRpcProxy } from './rpc-proxy.ts';

type Address = `0x${string}`;

export interface TransferSuite {
  chain: Chain;
  /** The app's RPC, which the test can inspect and take down. */
  proxy: RpcProxy;
  /** A connected wallet with account 1 of the chain. */
  wallet: ChainWallet;
  /** The signed-in account: after `load` that of the wallet. */
  user: string | null;
  /** Responses of the server. */
  responses: FakeResponse[];
  transfers: Transfers;
  /** Steps of all transfers. */
  steps: TransferStep[];
  stepNames(): string[];
  /** Reloads the page and connects the wallet. */
  load(options?: { receiptMs?: number; responseMs?: number; wallet?: ChainWallet | null }): Promise<void>;
  account(index: number): Address;
  /** A valid entry fee transfer with these changes. */
  fee(transfer?: Partial<Transfer>): Transfer;
  send(transfer?: Partial<Transfer>): Promise<{ hash: string }>;
  /** Sends a transfer that must fail before the payment request. Returns its error. */
  sendRejected(transfer?: Partial<Transfer>): Promise<unknown>;
  balance(address: string): Promise<bigint>;
  mine(): Promise<unknown>;
}

const createApi = (responses: () => FakeResponse[]) =>
  createClient({
    base: 'http://fake.invalid/api',
    fetch: (...args) => createFakeFetch(responses())(...args),
  });

/** Sets up transfers on a real local chain. */
export function transferSuite(): TransferSuite {
  let wagmi: Wagmi;
  const suite = {
    stepNames: () => suite.steps.map(({ step }) => step),
    async load({ wallet = suite.wallet, ...limits } = {}) {
      const { chain } = suite;
      const deployment = {
        ...FAKE_CONFIG,
        chain: { ...FAKE_CONFIG.chain, rpc: suite.proxy.url },
        token: { ...FAKE_CONFIG.token, address: chain.token.toLowerCase() },
        treasury_wallet: chain.treasury.toLowerCase(),
        staking_wallet: chain.stakingWallet.toLowerCase(),
      };
      wagmi = createWagmi(deployment, 'http://localhost');
      suite.transfers = createTransfers(async () => wagmi, deployment, {
        api: createApi(() => suite.responses),
        user: () => suite.user,
        ...limits,
      });
      if (wallet) suite.wallet = wallet;
      suite.user = suite.wallet.address.toLowerCase();
      await wallet?.connect(wagmi);
    },
    account: (index) => (suite.chain.accounts[index]?.address.toLowerCase() ?? '0x') as Address,
    fee: (transfer = {}) => ({ to: suite.chain.treasury, amount: '500', purpose: 'entry-fee', ...transfer }),
    send: (transfer) => suite.transfers.send(suite.fee(transfer), (step) => suite.steps.push(step)),
    async sendRejected(transfer) {
      const error = await suite.send(transfer).catch((failure: unknown) => failure);
      expect(suite.wallet.count('eth_sendTransaction')).toBe(0);
      return error;
    },
    balance: (address) =>
      readContract(wagmi.getClient(), {
        abi: footballAbi,
        address: suite.chain.token,
        functionName: 'balanceOf',
        args: [getAddress(address)],
      }),
    mine: () => rpc(suite.chain.rpcUrl, 'evm_mine', []),
  } as TransferSuite;
  beforeAll(async () => {
    suite.chain = await startChain({ blockSeconds: 0 });
    suite.proxy = await startRpcProxy(suite.chain.rpcUrl);
  }, 90_000);
  afterAll(async () => {
    suite.proxy?.stop();
    await suite.chain?.stop();
  });
  beforeEach(async () => {
    suite.steps = [];
    suite.responses = [];
    await suite.load({ wallet: new ChainWallet(suite.account(1), suite.chain.rpcUrl) });
  });
  afterEach(async () => {
    suite.proxy.isDown = false;
    suite.proxy.lies = {};
    await rpc(suite.chain.rpcUrl, 'evm_setAutomine', [true]);
  });
  return suite;
}
