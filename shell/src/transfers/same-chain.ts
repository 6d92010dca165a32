import { TransferError } from '@touchline/host/transfers';
import { hexToNumber, numberToHex } from 'viem';
import { getInnermostError } from '../wallet/wallet-errors.ts';
import type { Payer, TransferDeps } from './payer.ts';

const ATTEMPTS = 3;
const RETRY_AFTER_MS = 1_000;
const UNSUPPORTED = new Set([-32601, 4200]);

type Tag = 'latest' | `0x${string}`;
type ReadBlock = (block: Tag) => Promise<{ number: number; hash: string } | null>;

/**
 * Checks that the wallet uses the same chain as this site. The chain id is not sufficient: if this site runs on a local chain with
 * id 480, a real wallet would pay on the public chain. The latest block known to both must have the same hash.
 * @throws TransferError if the hashes differ, or if the wallet can't read blocks and this site's chain is a local one
 */
export async function checkSameChain(deps: TransferDeps, payer: Payer): Promise<void> {
  const chain = deps.wagmi.getClient();
  const ours: ReadBlock = async (block) => parseBlock(await chain.request(blockRequest(block) as never));
  const theirs: ReadBlock = async (block) => parseBlock(await payer.request(blockRequest(block)));
  if (!payer.supports('eth_getBlockByNumber')) return rejectIfLocal(deps);
  for (let left = ATTEMPTS; left > 0; left--) {
    try {
      if (await hasSameHead(ours, theirs)) return;
    } catch (error) {
      const { code } = getInnermostError(error) as { code?: number };
      if (code !== undefined && UNSUPPORTED.has(code)) return rejectIfLocal(deps);
      throw error;
    }
    // The latest block may have just been replaced, or may not have reached both sides yet.
    if (left > 1) await new Promise((done) => setTimeout(done, RETRY_AFTER_MS));
  }
  throw wrongChainError(deps, 'is not the chain that this site uses, although both have the same id');
}

async function hasSameHead(ours: ReadBlock, theirs: ReadBlock): Promise<boolean> {
  const [a, b] = await Promise.all([ours('latest'), theirs('latest')]);
  if (!a || !b) return false;
  if (a.number === b.number) return a.hash === b.hash;
  // The side that is ahead must know the other side's latest block.
  const older =
    a.number < b.number ? [a, await theirs(numberToHex(a.number))] : [await ours(numberToHex(b.number)), b];
  return older[0]?.hash !== undefined && older[0].hash === older[1]?.hash;
}

const blockRequest = (block: Tag) => ({ method: 'eth_getBlockByNumber', params: [block, false] });

function parseBlock(block: unknown): Awaited<ReturnType<ReadBlock>> {
  const { number, hash } = (block ?? {}) as { number?: `0x${string}`; hash?: string };
  return number && hash ? { number: hexToNumber(number), hash } : null;
}

/** For wallets that can't read blocks. On a public chain, the chain id is sufficient. A local chain is never the wallet's chain. */
function rejectIfLocal(deps: TransferDeps): void {
  const { hostname } = new URL(deps.wagmi.chains[0].rpcUrls.default.http[0] ?? '');
  if (!/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)) return;
  throw wrongChainError(deps, 'cannot be compared with the local chain of this site');
}

const wrongChainError = ({ deployment }: TransferDeps, problem: string) =>
  new TransferError(
    'UNKNOWN_ERROR',
    `The chain ${deployment.chain.id} that your wallet uses ${problem}. Nothing was sent. Set the RPC URL of this network in your wallet to ${deployment.chain.rpc} and try again.`,
    { title: 'Wrong Network', type: 'wallet' },
  );
