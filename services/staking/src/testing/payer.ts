import { footballAbi } from '@touchline/contracts/abi';
import { waitForReceipt } from '@touchline/contracts/receipt';
import { createTestClient, createWalletClient, type Hex, http, parseEther, publicActions } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

/** The result of `testChain`. */
export interface Chain {
  rpcUrl: string;
  token: Hex;
  treasury: Hex;
  stakingWallet: Hex;
  /** Index 0 has most of the supply; 1 to 8 have a million each. */
  accounts: readonly { address: Hex; privateKey: Hex }[];
}

/** Sends tokens from a demo player. @returns the hash once the transaction is mined */
export async function pay(
  chain: Chain,
  n: number,
  tokens: string,
  to: string = chain.stakingWallet,
  token: Hex = chain.token,
): Promise<Hex> {
  const account = privateKeyToAccount(chain.accounts[n]!.privateKey);
  const wallet = createWalletClient({ account, transport: http(chain.rpcUrl) }).extend(publicActions);
  const hash = await wallet.writeContract({
    address: token,
    abi: footballAbi,
    functionName: 'transfer',
    args: [to as Hex, parseEther(tokens)],
    chain: null,
  });
  await waitForReceipt(wallet, hash);
  return hash;
}

export const anvil = (chain: Chain) => createTestClient({ mode: 'anvil', transport: http(chain.rpcUrl) });

/** Replaces the last blocks with the same number of empty ones. */
export async function reorganise(chain: Chain, blocks: number): Promise<void> {
  await anvil(chain).request({ method: 'anvil_reorg', params: [blocks, []] } as never);
}
