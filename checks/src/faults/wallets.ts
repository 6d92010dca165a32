import { statSync } from 'node:fs';
import { footballAbi } from '@touchline/chain/abi';
import { rpc } from '@touchline/platform/parts/json-rpc';
import { waitUntil } from '@touchline/platform/parts/wait';
import type { Product } from '@touchline/platform/product';
import { encodeFunctionData, type Hex, keccak256, numberToHex, parseEther, parseGwei, toBytes } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { rpcBatch } from './json-rpc-batch.ts';

const GAS = 200_000n;

/** A wallet that only this seed has. */
export const walletOf = (seed: number, name: string): PrivateKeyAccount =>
  privateKeyToAccount(keccak256(toBytes(`faults ${seed} ${name}`)));

const transferData = (to: Hex, wei: bigint) =>
  encodeFunctionData({ abi: footballAbi, functionName: 'transfer', args: [to, wei] });

/** A wallet's first and only transaction: a transfer of FOOTBALL. */
export function signTransfer(
  { chain }: Product,
  from: PrivateKeyAccount,
  { to, wei }: { to: Hex; wei: bigint },
): Promise<Hex> {
  return from.signTransaction({
    chainId: chain.chainId,
    nonce: 0,
    to: chain.token,
    data: transferData(to, wei),
    gas: GAS,
    gasPrice: parseGwei('20'),
  });
}

const DEEPER_THAN_A_REORGANISATION = 15;

/** Gives wallets ETH and FOOTBALL from the admin, so deep in the chain and so well saved that no fault takes it away. */
export async function fund(
  product: Product,
  home: string,
  wallets: readonly Hex[],
  wei: bigint,
): Promise<void> {
  const { rpcUrl, token, accounts } = product.chain;
  const from = accounts[0]!.address;
  await rpcBatch(
    rpcUrl,
    wallets.map((wallet) => ({ method: 'anvil_setBalance', params: [wallet, numberToHex(parseEther('1'))] })),
  );
  const hashes = await rpcBatch(
    rpcUrl,
    wallets.map((wallet) => ({
      method: 'eth_sendTransaction',
      params: [{ from, to: token, data: transferData(wallet, wei), gas: numberToHex(GAS) }],
    })),
  );
  const calls = hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] }));
  const areMined = async () => !(await rpcBatch(rpcUrl, calls)).includes(null);
  await waitUntil(areMined, { what: 'all wallets to be funded', timeoutMs: 120_000, everyMs: 500 });
  await mine(rpcUrl, DEEPER_THAN_A_REORGANISATION);
  const fundedAt = Date.now();
  await rpc(rpcUrl, 'eth_sendTransaction', [{ from, to: from }]); // the chain is saved after a transaction
  const isSaved = () => statSync(`${home}/chain/state.json`).mtimeMs > fundedAt;
  await waitUntil(isSaved, { what: 'the funded wallets to be saved', timeoutMs: 90_000, everyMs: 500 });
}

export const mine = (rpcUrl: string, blocks: number): Promise<unknown> =>
  rpc(rpcUrl, 'anvil_mine', [numberToHex(blocks)]);
