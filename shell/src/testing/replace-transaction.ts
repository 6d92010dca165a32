import { rpc } from '@touchline/local-stack/dependencies/json-rpc';
import { numberToHex } from 'viem';
import { expect } from 'vitest';
import type { TransferSuite } from './transfer-suite.ts';

interface Sent {
  nonce: string;
  input: `0x${string}`;
  maxFeePerGas: string;
}

/**
 * Replaces a pending transaction with another one with the same nonce, once the browser has looked for it. Needs a chain without
 * automatic blocks.
 * @returns the hash of the replacement
 */
export async function replaceTransaction(
  { chain, proxy, mine }: TransferSuite,
  hash: string,
  other: (first: Sent) => object,
): Promise<unknown> {
  const wasRequested = () =>
    proxy.requests.some(
      ({ method, params }) => method === 'eth_getTransactionByHash' && params?.[0] === hash,
    );
  await expect.poll(wasRequested).toBe(true);
  const first = (await rpc(chain.rpcUrl, 'eth_getTransactionByHash', [hash])) as Sent;
  const price = numberToHex(BigInt(first.maxFeePerGas) * 3n);
  const again = { nonce: first.nonce, maxFeePerGas: price, maxPriorityFeePerGas: price };
  const replacement = await rpc(chain.rpcUrl, 'eth_sendTransaction', [{ ...other(first), ...again }]);
  await mine();
  return replacement;
}
