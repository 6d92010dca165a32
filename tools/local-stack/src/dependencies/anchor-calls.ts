import { LOCK_ROOTS_BYTECODE, lockRootsAbi } from '@touchline/contracts/lock-roots';
import { waitForReceipt } from '@touchline/contracts/receipt';
import { createPublicClient, createWalletClient, type Hex, http } from 'viem';
import type { ChainAccount } from './accounts.ts';
import { openSender } from './sender.ts';

/** Deploys the contract of lock roots on the local chain, and sends calls to it. */
export async function deployLockRoots(
  rpcUrl: string,
  { wallet: account }: ChainAccount,
): Promise<{ address: Hex; send(data: Hex): Promise<void> }> {
  const transport = http(rpcUrl);
  const wallet = createWalletClient({ account, transport });
  const chain = createPublicClient({ transport });
  const hash = await wallet.deployContract({ abi: lockRootsAbi, bytecode: LOCK_ROOTS_BYTECODE, chain: null });
  const { contractAddress } = await waitForReceipt(chain, hash);
  if (!contractAddress) throw new Error('the contract of lock roots was not deployed');
  const { send } = openSender(rpcUrl, account);
  return { address: contractAddress, send: (data) => send({ to: contractAddress, data }) };
}
