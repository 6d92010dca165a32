import { statSync } from 'node:fs';
import { rpc } from '@touchline/local-stack/dependencies/json-rpc';
import { encodeTransfer } from '@touchline/local-stack/dependencies/token-transfers';
import { waitUntil } from '@touchline/local-stack/dependencies/wait';
import type { Product } from '@touchline/local-stack/product';
import { type Hex, keccak256, numberToHex, parseEther, parseGwei, toBytes } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { sendRpcBatch } from './json-rpc-batch.ts';
import { createNetwork } from './network.ts';

const FUNDING_TIMEOUT_MS = 180_000;

/** Derives a wallet from the seed and a name. */
export const deriveWallet = (seed: number, name: string): PrivateKeyAccount =>
  privateKeyToAccount(keccak256(toBytes(`faults ${seed} ${name}`)));

/** Signs a transfer of FOOTBALL. The default nonce is 0, because players send one transfer only. */
export const signTransfer = (
  product: Product,
  from: PrivateKeyAccount,
  { to, wei, nonce = 0 }: { to: Hex; wei: bigint; nonce?: number },
): Promise<Hex> =>
  signCall(product, from, { to: product.chain.token, data: encodeTransfer(to, wei), gas: 200_000n, nonce });

/** Signs a call of a contract. */
export const signCall = (
  { chain }: Product,
  from: PrivateKeyAccount,
  call: { to: string; data: string; nonce: number; gas?: bigint; gasPrice?: bigint },
): Promise<Hex> =>
  from.signTransaction({
    chainId: chain.chainId,
    nonce: call.nonce,
    to: call.to as Hex,
    data: call.data as Hex,
    gas: call.gas ?? 2_000_000n,
    gasPrice: call.gasPrice ?? parseGwei('20'),
  });

const BLOCKS_BELOW_REORGANISATIONS = 15;

/** Sends ETH and FOOTBALL from the admin to the wallets. Waits until no fault can remove the transfers from the chain. */
export async function fundWallets(
  product: Product,
  home: string,
  wallets: readonly Hex[],
  wei: bigint,
): Promise<void> {
  const { rpcUrl, accounts } = product.chain;
  const admin = accounts[0]!.wallet;
  const first = Number(await rpc(rpcUrl, 'eth_getTransactionCount', [admin.address, 'latest']));
  const ether = numberToHex(parseEther('1'));
  await sendRpcBatch(
    rpcUrl,
    wallets.map((wallet) => ({ method: 'anvil_setBalance', params: [wallet, ether] })),
  );
  let nonce = first;
  const network = createNetwork(rpcUrl, AbortSignal.timeout(FUNDING_TIMEOUT_MS));
  for (const to of wallets)
    await network.send(await signTransfer(product, admin, { to, wei, nonce: nonce++ }));
  const areMined = async () => (await network.resend()) === 0;
  await waitUntil(areMined, {
    what: 'all wallets to be funded',
    timeoutMs: FUNDING_TIMEOUT_MS,
    everyMs: 500,
  });
  await mine(rpcUrl, BLOCKS_BELOW_REORGANISATIONS);
  const fundedAt = Date.now();
  await network.send(await signTransfer(product, admin, { to: admin.address, wei, nonce })); // triggers a save of the chain
  const isSaved = () => statSync(`${home}/chain/state.json`).mtimeMs > fundedAt;
  await waitUntil(isSaved, { what: 'the funded wallets to be saved', timeoutMs: 90_000, everyMs: 500 });
}

export const mine = (rpcUrl: string, blocks: number): Promise<unknown> =>
  rpc(rpcUrl, 'anvil_mine', [numberToHex(blocks)]);
