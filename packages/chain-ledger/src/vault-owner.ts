import { prizeVaultAbi } from '@touchline/contracts/abi';
import {
  BaseError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  type Hex,
  type PublicClient,
} from 'viem';

/** Reads the owner of a prize vault, in lower case; null if the address is not one. @throws BaseError when the RPC does not respond */
export async function readVaultOwner(client: PublicClient, address: Hex): Promise<string | null> {
  const read = <F extends 'owner' | 'RECLAIM_AFTER'>(functionName: F) =>
    client.readContract({ address, abi: prizeVaultAbi, functionName });
  try {
    const [owner] = await Promise.all([read('owner'), read('RECLAIM_AFTER')]);
    return String(owner).toLowerCase();
  } catch (error) {
    if (error instanceof BaseError && error.walk(isNoVault)) return null;
    throw error;
  }
}

/** True if the address has no code or another contract. */
const isNoVault = (error: unknown) =>
  error instanceof ContractFunctionZeroDataError || error instanceof ContractFunctionRevertedError;
