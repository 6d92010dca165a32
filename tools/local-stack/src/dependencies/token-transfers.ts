import { footballAbi } from '@touchline/contracts/abi';
import { createPublicClient, encodeFunctionData, type Hex, http } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { openSender } from './sender.ts';

interface LocalChain {
  readonly rpcUrl: string;
  readonly token: Hex;
}

/** Encodes a transfer of FOOTBALL or another token. */
export const encodeTransfer = (to: Hex, wei: bigint): Hex =>
  encodeFunctionData({ abi: footballAbi, functionName: 'transfer', args: [to, wei] });

/** A wallet's balance in wei, of FOOTBALL by default. */
export const balanceOf = ({ rpcUrl, token }: LocalChain, wallet: Hex, of: Hex = token): Promise<bigint> =>
  createPublicClient({ transport: http(rpcUrl) }).readContract({
    abi: footballAbi,
    address: of,
    functionName: 'balanceOf',
    args: [wallet],
  });

/** Sends FOOTBALL and waits until it is mined. */
export const transfer = (
  { rpcUrl, token }: LocalChain,
  from: PrivateKeyAccount,
  to: Hex,
  wei: bigint,
): Promise<void> => openSender(rpcUrl, from).send({ to: token, data: encodeTransfer(to, wei) });
