import { footballAbi } from '@touchline/contracts/abi';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { encodeDeployData, encodeFunctionData, type Hex, parseEther, toHex } from 'viem';

/** What `testChain` of the platform gives. */
export interface TestChain {
  rpcUrl: string;
  token: Hex;
  treasury: Hex;
  stakingWallet: Hex;
  accounts: readonly { address: Hex; privateKey: Hex }[];
}

export interface Receipt {
  status: Hex;
  contractAddress: Hex | null;
  blockHash: Hex;
  logs: unknown[];
}

/** Wallets that pay on the real chain, and the chain's own levers. */
export interface Payers {
  /** A question to the chain. */
  rpc<T = unknown>(method: string, ...params: unknown[]): Promise<T>;
  /** A transaction of any account, which anvil signs; it need not succeed. Resolves to its hash, mined or not. */
  send(from: string, to: string | undefined, data: Hex): Promise<Hex>;
  /** Whole FOOTBALL from a wallet to the treasury unless said otherwise; in a block already unless `automine` is off. */
  pay(from: string, amount: string, to?: string, token?: string): Promise<Hex>;
  /** A new wallet with FOOTBALL and gas, lower case. */
  newPayer(whole?: string): Promise<string>;
  /** The receipt, as soon as there is one. */
  receipt(hash: Hex): Promise<Receipt>;
  /** Puts a contract on the chain. */
  deploy(bytecode: Hex): Promise<Hex>;
  /** The last `depth` blocks are mined again without their transactions. */
  reorganise(depth: number): Promise<unknown>;
  mine(blocks?: number): Promise<unknown>;
  /** Whether each transaction gets its block at once. */
  automine(on: boolean): Promise<unknown>;
}

export const transferData = (to: string, amount: bigint): Hex =>
  encodeFunctionData({ abi: footballAbi, functionName: 'transfer', args: [to as Hex, amount] });

export function payers(chain: TestChain): Payers {
  let next = 0x1000;
  let automining = true;
  /** The rich account's transactions follow each other: each has the next number. */
  let funding: Promise<unknown> = Promise.resolve();

  async function rpc<T>(method: string, ...params: unknown[]): Promise<T> {
    const response = await fetch(chain.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const answer = (await response.json()) as { result: T; error?: { message: string } };
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  }

  const send: Payers['send'] = (from, to, data) =>
    rpc('eth_sendTransaction', { from, ...(to ? { to } : {}), data, gas: toHex(5_000_000) });

  const receipt: Payers['receipt'] = (hash) =>
    eventually(async () => {
      const found = await rpc<Receipt | null>('eth_getTransactionReceipt', hash);
      if (!found) throw new Error(`${hash} is not mined`);
      return found;
    });

  return {
    rpc,
    send,
    receipt,
    async pay(from, amount, to = chain.treasury, token = chain.token) {
      const hash = await send(from, token, transferData(to, parseEther(amount)));
      if (automining) await receipt(hash); // the node answers before it has made the block
      return hash;
    },
    async newPayer(whole = '10000') {
      next += 1;
      const address = `0x${next.toString(16).padStart(40, 'f')}`;
      await rpc('anvil_impersonateAccount', address);
      await rpc('anvil_setBalance', address, toHex(parseEther('10')));
      const data = transferData(address, parseEther(whole));
      funding = funding.then(() => send(chain.accounts[1]!.address, chain.token, data));
      await funding;
      return address;
    },
    async deploy(bytecode) {
      const data = encodeDeployData({ abi: [], bytecode });
      const hash = await send(chain.accounts[2]!.address, undefined, data);
      return (await receipt(hash)).contractAddress!;
    },
    reorganise: (depth) => rpc('anvil_reorg', depth, []),
    mine: (blocks = 1) => rpc('anvil_mine', toHex(blocks)),
    automine(on) {
      automining = on;
      return rpc('evm_setAutomine', on);
    },
  };
}
