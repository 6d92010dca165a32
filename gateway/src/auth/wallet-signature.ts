import { TouchlineError } from '@touchline/api/errors';
import { findDistinctRpcs } from '@touchline/service-kit/process/chain-env';
import pLimit from 'p-limit';
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
import { createOpenCounts, rateLimited } from '../limits/client-limits.ts';
import { hasLowS, recoverSigner } from './recover-signer.ts';

const RPC_TIMEOUT_MS = 5_000;
/** RPCs that must agree before a contract signs in as an admin, because a single RPC may be compromised. */
const ADMIN_RPCS = 2;
/** The RPC executes the code of a wrapped signature, which its sender wrote: one at a time. */
const WRAPPED_CHECKS = { running: 1, open: 10, openPerClient: 3 };
/** The RPC executes the contract's code, which may also be the sender's. Many players have such a wallet, many of them in one network. */
const CONTRACT_CHECKS = { running: 50, open: 200, openPerClient: 20 };

/** Checks whether a wallet signed a message. `client` identifies the network of the request. */
export type SignatureCheck = (
  address: Address,
  message: string,
  signature: Hex,
  client: string,
) => Promise<boolean>;

interface SignatureCheckOptions {
  rpcUrls: readonly string[];
  chainId: number;
  /** Admins sign in with their key only, unless they are in `adminContracts`. */
  adminWallets: readonly string[];
  /** Admins that are contract wallets. */
  adminContracts: readonly string[];
}

/**
 * Checks signatures of key wallets locally and signatures of contract wallets (ERC-1271, 6492, 8010) on the chain.
 * @throws TouchlineError UPSTREAM_UNAVAILABLE when the chain is needed and does not respond
 */
export function createSignatureCheck(options: SignatureCheckOptions): SignatureCheck {
  const { chainId, rpcUrls } = options;
  const transports = findDistinctRpcs(rpcUrls).distinct.map((url) =>
    // A redirect would let another server decide.
    http(url, { timeout: RPC_TIMEOUT_MS, retryCount: 1, fetchOptions: { redirect: 'error' } }),
  );
  // The http transports already retry once.
  const anyRpc = createPublicClient({ transport: fallback(transports, { retryCount: 0 }) });
  const eachRpc = transports.map((transport) => createPublicClient({ transport }));
  const admins = toLowerCaseSet(options.adminWallets);
  const adminContracts = toLowerCaseSet(options.adminContracts);
  const wrappedChecks = createBoundedQueue(WRAPPED_CHECKS);
  const contractChecks = createBoundedQueue(CONTRACT_CHECKS);

  async function isSignedByContract(address: Address, message: string, signature: Hex): Promise<boolean> {
    const check = { chainId, address, hash: hashMessage(message), signature };
    if (!admins.has(address.toLowerCase())) return verifyContractSignature(anyRpc, check);
    if (!adminContracts.has(address.toLowerCase())) return false;
    return confirmByQuorum(eachRpc.map((client) => verifyContractSignature(client, check)));
  }

  return async (address, message, signature, client) => {
    const signer = recoverSigner(message, signature);
    if (signer && isAddressEqual(signer, address)) return hasLowS(signature);
    const queue = isWrapped(signature) ? wrappedChecks : contractChecks;
    return queue.run(client, () => isSignedByContract(address, message, signature));
  };
}

const toLowerCaseSet = (wallets: readonly string[]) => new Set(wallets.map((wallet) => wallet.toLowerCase()));

/** Returns true when enough RPCs confirm. @throws the error of a failed RPC when the failed ones could have changed the result */
async function confirmByQuorum(checks: Promise<boolean>[]): Promise<boolean> {
  const settled = await Promise.allSettled(checks);
  const valid = settled.filter((check) => check.status === 'fulfilled' && check.value).length;
  const failed = settled.filter((check) => check.status === 'rejected');
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

async function verifyContractSignature(client: PublicClient, check: ContractCheck): Promise<boolean> {
  const { chainId, address, hash, signature } = check;
  if (!(await isContract(client, chainId, address)) && !isWrapped(signature)) return false;
  if (await client.verifyHash({ address, hash, signature }).catch(() => false)) return true;
  // viem also returns false when the RPC fails half-way: a negative result counts only while the RPC still responds.
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
      "We can't verify your wallet right now because the blockchain isn't responding. Try again in a moment.",
      { cause, retryAfter: 5 },
    );
  }
}

/** Returns whether a signature contains code that makes it valid: deploys its contract (ERC-6492) or delegates its key (ERC-8010). */
export const isWrapped = (signature: Hex) => isErc6492Signature(signature) || isErc8010Signature(signature);

/** Maximum numbers of tasks. */
interface QueueBounds {
  running: number;
  /** That wait or run. */
  open: number;
  openPerClient: number;
}

const RETRY_AFTER_MS = 5_000;

/**
 * Starts tasks in order, a few at a time. p-limit has no bound of its queue. With a maximum per client, one client alone cannot fill the
 * queue.
 */
export function createBoundedQueue(max: QueueBounds) {
  const limit = pLimit(max.running);
  const open = createOpenCounts();
  return {
    /** @throws TouchlineError RATE_LIMITED when too many tasks wait or run, in total or of this client */
    async run<T>(client: string, task: () => Promise<T>): Promise<T> {
      if (limit.activeCount + limit.pendingCount >= max.open || open.count(client) >= max.openPerClient)
        throw rateLimited('Too many smart-wallet sign-ins right now. Try again in a moment.', RETRY_AFTER_MS);
      return limit(task).finally(open.add(client));
    },
  };
}
