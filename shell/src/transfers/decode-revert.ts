import { type Abi, type DecodeErrorResultReturnType, decodeErrorResult, type Hex } from 'viem';
import { unwrapErrors } from '../wallet/wallet-errors.ts';

/** Decodes the error with which a contract reverted a simulated call; undefined if the node sent no data. @throws for an unknown error */
export function decodeRevert(error: unknown, abi: Abi): DecodeErrorResultReturnType | undefined {
  for (const { data: sent } of unwrapErrors(error)) {
    const data = typeof sent === 'object' ? (sent as { data?: unknown } | null)?.data : sent;
    if (typeof data === 'string' && /^0x.{8}/.test(data))
      return decodeErrorResult({ abi, data: data as Hex });
  }
  return undefined;
}
