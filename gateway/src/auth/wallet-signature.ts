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
} from 'viem';
import { recoverSigner } from './recover-signer.ts';
import { createTurns } from './serial-queue.ts';

const RPC_TIMEOUT_MS = 5_000;
/** RPCs that must agree before a contract signs in as an admin: any one of them may lie. */
const ADMIN_RPCS = 2;
/** Wrapped signatures that wait for their turn. */
const MAX_WAITING = 10;

/** Whether a wallet signed a message. */
export type SignatureCheck = (address: Address, message: string, signature: Hex) => Promise<boolean>;

interface SignatureCheckOptions {
  rpcUrls: readonly string[];
  chainId: number;
  /** Admins sign in by key only ... */
  adminWallets: readonly string[];
  /** ... except those that are contracts. */
  adminContracts: readonly string[];
}

/**
 * Checks signatures of key wallets locally, and those of contract wallets (ERC-1271, 6492, 8010) on the chain.
 * @throws TouchlineError UPSTREAM_UNAVAILABLE when the chain is needed and does not answer
 */
export function signatureCheck(options: SignatureCheckOptions): SignatureCheck {
  const { chainId, rpcUrls } = options;
  // Each once: an address given twice is one RPC.
  const transports = [...new Set(rpcUrls)].map((url) =>
    // Only the configured address speaks for the chain.
    http(url, { timeout: RPC_TIMEOUT_MS, retryCount: 1, fetchOptions: { redirect: 'error' } }),
  );
  // http() above already retries each once.
  const anyRpc = createPublicClient({ transport: fallback(transports, { retryCount: 0 }) });
  const eachRpc = transports.map((transport) => createPublicClient({ transport }));
  const admins = lowerCased(options.adminWallets);
  const adminContracts = lowerCased(options.adminContracts);
  const turns = createTurns(MAX_WAITING);

  async function signedByContract(address: Address, message: string, signature: Hex): Promise<boolean> {
    const check = { chainId, address, hash: hashMessage(message), signature };
    if (!admins.has(address.toLowerCase())) return contractSigned(anyRpc, check);
    if (!adminContracts.has(address.toLowerCase())) return false;
    return agreed(eachRpc.map((client) => contractSigned(client, check)));
  }

  return async (address, message, signature) => {
    const signer = recoverSigner(message, signature);
    if (signer && isAddressEqual(signer, address)) return true;
    const check = () => signedByContract(address, message, signature);
    // The chain runs the code that a wrapped signature brings along: one at a time.
    return isWrapped(signature) ? turns.take(check) : check();
  };
}

const lowerCased = (wallets: readonly string[]) => new Set(wallets.map((wallet) => wallet.toLowerCase()));

/** True when enough RPCs say so. @throws the error of an RPC when those that failed could have made the difference */
async function agreed(answers: Promise<boolean>[]): Promise<boolean> {
  const settled = await Promise.allSettled(answers);
  const valid = settled.filter((answer) => answer.status === 'fulfilled' && answer.value).length;
  const failed = settled.filter((answer) => answer.status === 'rejected');
  if (valid >= ADMIN_RPCS) return true;
  if (valid + failed.length >= ADMIN_RPCS && failed[0]) throw failed[0].reason;
  return false;
}

interface ContractCheck {
  chainId: number;
  address: Address;
  hash: Hex;
  signature: Hex;
}

async function contractSigned(client: PublicClient, check: ContractCheck): Promise<boolean> {
  const { chainId, address, hash, signature } = check;
  if (!(await isContract(client, chainId, address)) && !isWrapped(signature)) return false;
  if (await client.verifyHash({ address, hash, signature }).catch(() => false)) return true;
  // viem returns false for a chain that fails half-way too: a refusal counts only while the chain still answers.
  await isContract(client, chainId, address);
  return false;
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

/** Brings code along that makes it valid: deploys its contract (ERC-6492) or delegates its key (ERC-8010). */
export const isWrapped = (signature: Hex) => isErc6492Signature(signature) || isErc8010Signature(signature);
