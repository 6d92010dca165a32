import { footballAbi } from '@touchline/contracts/abi';
import { readContract } from 'viem/actions';
import type { TransferDeps } from './payer.ts';

/** What an address has of the deployment's token, in wei. */
export function balanceOf(
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
