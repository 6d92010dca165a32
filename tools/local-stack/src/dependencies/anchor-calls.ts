import { LOCK_ROOTS_BYTECODE, lockRootsAbi } from '@touchline/contracts/lock-roots';
import { waitForReceipt } from '@touchline/contracts/receipt';
import { createPublicClient, createWalletClient, type Hex, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { ChainAccount } from './accounts.ts';

/** Deploys the contract of lock roots on the local chain, and sends calls to it. */
export async function deployLockRoots(
  rpcUrl: string,
  { privateKey }: ChainAccount,
): Promise<{ address: Hex; send(data: Hex): Promise<void> }> {
  const transport = http(rpcUrl);
  const wallet = createWalletClient({ account: privateKeyToAccount(privateKey), transport });
  const chain = createPublicClient({ transport });
  const hash = await wallet.deployContract({ abi: lockRootsAbi, bytecode: LOCK_ROOTS_BYTECODE, chain: null });
  const { contractAddress } = await waitForReceipt(chain, hash);
  if (!contractAddress) throw new Error('the contract of lock roots was not deployed');
  return {
    address: contractAddress,
    async send(data) {
      const sent = await wallet.sendTransaction({ to: contractAddress, data, chain: null });
      const { status } = await waitForReceipt(chain, sent);
      if (status !== 'success') throw new Error(`the call ${data} was reverted`);
    },
  };
}
