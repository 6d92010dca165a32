import { TouchlineError } from '@touchline/api/errors';
import {
  type Address,
  createPublicClient,
  fallback,
  type Hex,
  hashMessage,
  http,
  isAddressEqual,
  isErc6492Signature,
  isErc8010Signature,
  type PublicClient,
  recoverMessageAddress,
} from 'viem';

const RPC_TIMEOUT_MS = 5_000;

/** Decides whether a wallet signed a message. */
export type SignatureCheck = (address: Address, message: string, signature: Hex) => Promise<boolean>;

/**
 * Checks signatures of key wallets by arithmetic alone, of contract wallets (ERC-1271, 6492, 8010) by the chain.
 * Raises UPSTREAM_UNAVAILABLE when the chain is needed and does not answer: that is not a wrong signature.
 */
export function signatureCheck(chain: { rpcUrls: readonly string[]; chainId: number }): SignatureCheck {
  const client = createPublicClient({
    transport: fallback(
      chain.rpcUrls.map((url) => http(url, { timeout: RPC_TIMEOUT_MS, retryCount: 1 })),
      { retryCount: 0 }, // each has been asked twice
    ),
  });
  return async (address, message, signature) => {
    if (await signedByKey(address, message, signature)) return true;
    if (!(await isContract(client, chain.chainId, address)) && !isWrapped(signature)) return false;
    if (await client.verifyHash({ address, hash: hashMessage(message), signature }).catch(() => false))
      return true;
    // viem answers "no" for a chain that went away in the middle: only a chain that still answers may refuse.
    await isContract(client, chain.chainId, address);
    return false;
  };
}

async function signedByKey(address: Address, message: string, signature: Hex): Promise<boolean> {
  try {
    return isAddressEqual(await recoverMessageAddress({ message, signature }), address);
  } catch {
    return false; // not the form of a key's signature
  }
}

async function isContract(client: PublicClient, chainId: number, address: Address): Promise<boolean> {
  try {
    const [code, chain] = await Promise.all([client.getCode({ address }), client.getChainId()]);
    if (chain !== chainId) throw new Error(`the RPC is on chain ${chain}`);
    return code !== undefined && code !== '0x';
  } catch (cause) {
    throw new TouchlineError(
      'UPSTREAM_UNAVAILABLE',
      'Your wallet cannot be checked right now because the chain does not answer. Try again in a moment.',
      { cause, retryAfter: 5 },
    );
  }
}

const isWrapped = (signature: Hex) => isErc6492Signature(signature) || isErc8010Signature(signature);
