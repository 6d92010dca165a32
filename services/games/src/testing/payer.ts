import { footballAbi } from '@touchline/contracts/abi';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { encodeDeployData, encodeFunctionData, type Hex, parseEther, toHex } from 'viem';

/** Result of `testChain` of local-stack. */
export interface TestChain {
  rpcUrl: string;
  token: Hex;
  /** Address of the prize vault. */
  vault: Hex;
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

/** Wallets that pay on a real test chain, and controls of the chain. */
export interface Payers {
  /** Sends an RPC request. */
  rpc<T = unknown>(method: string, ...params: unknown[]): Promise<T>;
  /** Sends a transaction of any account, signed by anvil; it may revert. Resolves to its hash, mined or not. */
  send(from: string, to: string | undefined, data: Hex): Promise<Hex>;
  /** Transfers whole FOOTBALL tokens, by default to the treasury. Resolves after mining unless `automine` is off. */
  pay(from: string, amount: string, to?: string, token?: string): Promise<Hex>;
  /** Creates a wallet with FOOTBALL and gas; the address is lower case. */
  newPayer(whole?: string): Promise<string>;
  /** Waits for the receipt. */
  receipt(hash: Hex): Promise<Receipt>;
  /** Deploys a contract and resolves to its address. */
  deploy(bytecode: Hex): Promise<Hex>;
  /** Replaces the last `depth` blocks by empty ones. */
  reorganise(depth: number): Promise<unknown>;
  mine(blocks?: number): Promise<unknown>;
  /** Turns mining a block for each transaction on or off. */
  automine(on: boolean): Promise<unknown>;
}

export const transferData = (to: string, amount: bigint): Hex =>
  encodeFunctionData({ abi: footballAbi, functionName: 'transfer', args: [to as Hex, amount] });

export function payers(chain: TestChain): Payers {
  let next = 0x1000;
  let automining = true;
  /** Serialises the transactions of the funding account, which need consecutive nonces. */
  let funding: Promise<unknown> = Promise.resolve();

  async function rpc<T>(method: string, ...params: unknown[]): Promise<T> {
    const response = await fetch(chain.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const reply = (await response.json()) as { result: T; error?: { message: string } };
    if (reply.error) throw new Error(`${method}: ${reply.error.message}`);
    return reply.result;
  }

  const send: Payers['send'] = (from, to, data) =>
    rpc('eth_sendTransaction', { from, ...(to ? { to } : {}), data, gas: toHex(5_000_000) });

  const receipt: Payers['receipt'] = (hash) =>
    eventually(async () => {
      const mined = await rpc<Receipt | null>('eth_getTransactionReceipt', hash);
      if (!mined) throw new Error(`${hash} is not mined`);
      return mined;
    });

  return {
    rpc,
    send,
    receipt,
    async pay(from, amount, to = chain.treasury, token = chain.token) {
      const hash = await send(from, token, transferData(to, parseEther(amount)));
      if (automining) await receipt(hash); // The node responds before it has mined the block.
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
