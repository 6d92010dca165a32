import type { ServiceHealth } from '@touchline/api/http/admin-overview';
import type { Database } from '@touchline/service-kit/data/database';
import { waitAtMost } from '@touchline/service-kit/process/shared-work';
import { readCursor } from './ledger.store.ts';
import { createRpc, type Rpc, type RpcOptions } from './rpc.ts';
import type { Account } from './stored-transfer.ts';

type ChainHealth = NonNullable<ServiceHealth['chain']>;

/** An admin is waiting for the response, so a slower RPC is shown as down. */
const RPC_TIMEOUT_MS = 1_000;
/** RPCs usually differ by a block or two. A larger distance means that one of them is stuck. */
const MAX_BLOCKS_APART = 5;

/** Reports the state of the process's RPCs, queried on every call, the last block that the ledger has read, and the wallet. */
export function createChainHealth(
  db: Database,
  account: Account,
  { rpcUrls, ...options }: RpcOptions & { rpcUrls: readonly string[] },
  readWallet: () => Promise<NonNullable<ChainHealth['wallet']>>,
): () => Promise<ChainHealth> {
  const rpcs = rpcUrls.map((url) => createRpc(url, { ...options, timeoutMs: RPC_TIMEOUT_MS }));
  return async () => {
    const [agreement, scanned, wallet] = await Promise.all([
      checkRpcAgreement(rpcs),
      readCursor(db, { ...account, side: 'recipient' }),
      readWallet(),
    ]);
    return { ...agreement, scanned_block: scanned?.block_number ?? null, wallet };
  };
}

type ObservedRpc = Pick<Rpc, 'name' | 'check' | 'heads' | 'blockHash'>;

/** `agree`: the RPCs that respond serve our token, are at most a few blocks apart and share the newest common block. */
export async function checkRpcAgreement(
  rpcs: readonly ObservedRpc[],
): Promise<Omit<ChainHealth, 'scanned_block' | 'wallet'>> {
  const seen = await Promise.all(
    rpcs.map(async (rpc) => ({ rpc, block: await orNullAfterTimeout(readLatestBlock(rpc)) })),
  );
  const up = seen.flatMap(({ rpc, block }) => (block === null ? [] : [{ rpc, block }]));
  const blocks = up.map(({ block }) => block);
  const common = Math.min(...blocks);
  const hashes = await Promise.all(up.map(({ rpc }) => orNullAfterTimeout(rpc.blockHash(common))));
  const agree =
    Math.max(...blocks) - common <= MAX_BLOCKS_APART && new Set(hashes).size === 1 && !hashes.includes(null);
  return { rpcs: seen.map(({ rpc, block }) => ({ host: rpc.name, block })), agree };
}

async function readLatestBlock(rpc: ObservedRpc): Promise<number> {
  const [{ latest }] = await Promise.all([rpc.heads(), rpc.check()]);
  return latest;
}

/** Null when the request fails or takes more than a second. */
export const orNullAfterTimeout = <T>(response: Promise<T>): Promise<T | null> =>
  waitAtMost(RPC_TIMEOUT_MS, response).catch(() => null);
