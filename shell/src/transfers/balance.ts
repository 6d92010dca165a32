import { footballAbi } from '@touchline/contracts/abi';
import { readContract } from 'viem/actions';
import type { Wagmi } from '../wallet/wagmi-config.ts';

/** Reads an address's balance of a token, in wei. */
export const readBalance = (wagmi: Wagmi, token: string, address: string): Promise<bigint> =>
  readContract(wagmi.getClient(), {
    abi: footballAbi,
    address: token as `0x${string}`,
    functionName: 'balanceOf',
    args: [address as `0x${string}`],
  });
