import { footballAbi } from '@touchline/contracts/abi';
import { waitForReceipt } from '@touchline/contracts/receipt';
import { createPublicClient, createWalletClient, http, parseEther } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { ChainAccount } from './accounts.ts';

interface LocalChain {
  readonly rpcUrl: string;
  readonly token: `0x${string}`;
  readonly accounts: readonly ChainAccount[];
}

/** The FOOTBALL of an account of the local chain, in wei. */
export async function balanceOf({ rpcUrl, token, accounts }: LocalChain, index: number): Promise<bigint> {
  return createPublicClient({ transport: http(rpcUrl) }).readContract({
    abi: footballAbi,
    address: token,
    functionName: 'balanceOf',
    args: [accounts[index]?.address ?? '0x'],
  });
}

/** Sends whole tokens from one account to another and waits until they are mined. */
export async function transfer(
  { rpcUrl, token, accounts }: LocalChain,
  from: number,
  to: number,
  tokens: string,
): Promise<void> {
  const transport = http(rpcUrl);
  const account = privateKeyToAccount(accounts[from]?.privateKey ?? '0x');
  const hash = await createWalletClient({ account, transport }).writeContract({
    abi: footballAbi,
    address: token,
    functionName: 'transfer',
    args: [accounts[to]?.address ?? '0x', parseEther(tokens)],
    chain: null,
  });
  await waitForReceipt(createPublicClient({ transport }), hash);
}
