import { footballAbi } from '@touchline/contracts/abi';
import { readContract } from 'viem/actions';
import type { TransferDeps } from './payer.ts';

/** Reads an address's balance of the deployment's token, in wei. */
export function readBalance(
  { wagmi, deployment }: Pick<TransferDeps, 'wagmi' | 'deployment'>,
  address: `0x${string}`,
): Promise<bigint> {
  return readContract(wagmi.getClient(), {
    abi: footballAbi,
    address: deployment.token.address as `0x${string}`,
    functionName: 'balanceOf',
    args: [address],
  });
}
