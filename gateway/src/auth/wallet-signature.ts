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

/** Whether a wallet signed a message. */
export type SignatureCheck = (address: Address, message: string, signature: Hex) => Promise<boolean>;

/**
 * Checks signatures of key wallets locally, and those of contract wallets (ERC-1271, 6492, 8010) on the chain.
 * @throws TouchlineError UPSTREAM_UNAVAILABLE when the chain is needed and does not answer
 */
export function signatureCheck(chain: { rpcUrls: readonly string[]; chainId: number }): SignatureCheck {
  const client = createPublicClient({
    transport: fallback(
      chain.rpcUrls.map((url) => http(url, { timeout: RPC_TIMEOUT_MS, retryCount: 1 })),
      { retryCount: 0 }, // http() above already retries each once
    ),
  });
  return async (address, message, signature) => {
    if (await signedByKey(address, message, signature)) return true;
    if (!(await isContract(client, chain.chainId, address)) && !isWrapped(signature)) return false;
    if (await client.verifyHash({ address, hash: hashMessage(message), signature }).catch(() => false))
      return true;
    // viem returns false for a chain that fails half-way too: a refusal counts only while the chain still answers.
    await isContract(client, chain.chainId, address);
    return false;
  };
}

async function signedByKey(address: Address, message: string, signature: Hex): Promise<boolean> {
  try {
    return isAddressEqual(await recoverMessageAddress({ message, signature }), address);
  } catch {
    return false; // not a signature of a key wallet
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
