import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceHealth } from '@touchline/api/http/admin-overview';
import type { Database } from '@touchline/service-kit/database';
import { readCursor } from './ledger.store.ts';
import { createRpc, type Rpc, type RpcOptions } from './rpc.ts';

type ChainHealth = NonNullable<ServiceHealth['chain']>;

/** An administrator waits for the answer: an RPC that takes longer is shown as down. */
const RPC_TIMEOUT_MS = 1_000;
/** RPCs follow each other by a block or two; further apart, one of them is stuck. */
const MAX_BLOCKS_APART = 5;

/** Each RPC under its host name: path and query may hold a key. */
export interface NamedRpc {
  host: string;
  rpc: Pick<Rpc, 'check' | 'heads' | 'blockHash'>;
}

/** How the RPCs of a process are, asked with every call, and how far its ledger has read. */
export function createChainHealth(
  db: Database,
  account: { chainId: number; address: string },
  { rpcUrls, ...options }: RpcOptions & { rpcUrls: readonly string[] },
): () => Promise<ChainHealth> {
  const rpcs = rpcUrls.map((url) => ({
    host: new URL(url).hostname,
    rpc: createRpc(url, { ...options, timeoutMs: RPC_TIMEOUT_MS }),
  }));
  return async () => {
    const [agreement, scanned_block] = await Promise.all([
      checkRpcAgreement(rpcs),
      readCursor(db, { ...account, side: 'recipient' }),
    ]);
    return { ...agreement, scanned_block };
  };
}

/** `agree`: those that answer serve our token, are a few blocks apart at most, and have the same newest common block. */
export async function checkRpcAgreement(named: readonly NamedRpc[]): Promise<Omit<ChainHealth, 'scanned_block'>> {
  const seen = await Promise.all(
    named.map(async ({ host, rpc }) => ({ host, rpc, block: await orNull(readLatestBlock(rpc)) })),
  );
  const up = seen.flatMap(({ rpc, block }) => (block === null ? [] : [{ rpc, block }]));
  const blocks = up.map(({ block }) => block);
  const common = Math.min(...blocks);
  const hashes = await Promise.all(up.map(({ rpc }) => orNull(rpc.blockHash(common))));
  const agree =
    Math.max(...blocks) - common <= MAX_BLOCKS_APART && new Set(hashes).size === 1 && !hashes.includes(null);
  return { rpcs: seen.map(({ host, block }) => ({ host, block })), agree };
}

async function readLatestBlock(rpc: NamedRpc['rpc']): Promise<number> {
  const [{ latest }] = await Promise.all([rpc.heads(), rpc.check()]);
  return latest;
}

/** Null when it fails or takes too long. */
async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  const waiting = new AbortController();
  const late = sleep(RPC_TIMEOUT_MS, null, { signal: waiting.signal }).catch(() => null);
  const first = await Promise.race([answer.catch(() => null), late]);
  waiting.abort();
  return first;
}
