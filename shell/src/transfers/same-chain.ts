import { TransferError } from '@touchline/host/transfers';
import { hexToNumber, numberToHex } from 'viem';
import { innermost } from '../wallet/wallet-errors.ts';
import type { Payer, TransferDeps } from './payer.ts';

const ATTEMPTS = 3;
const RETRY_AFTER_MS = 1_000;
const UNSUPPORTED = new Set([-32601, 4200]);

type Tag = 'latest' | `0x${string}`;
type Ask = (block: Tag) => Promise<{ number: number; hash: string } | null>;

/**
 * Checks that the wallet uses the same chain as we do. A chain id is only a number: against a local chain 480, a real wallet would
 * pay on the public one. The latest block known to both must have the same hash.
 * @throws TransferError if the hashes differ, or if the wallet cannot tell and our chain is a local one
 */
export async function checkSameChain(deps: TransferDeps, payer: Payer): Promise<void> {
  const chain = deps.wagmi.getClient();
  const ours: Ask = async (block) => read(await chain.request(blockCall(block) as never));
  const theirs: Ask = async (block) => read(await payer.request(blockCall(block)));
  if (!payer.answers('eth_getBlockByNumber')) return refuseIfLocal(deps);
  for (let left = ATTEMPTS; left > 0; left--) {
    try {
      if (await sameHead(ours, theirs)) return;
    } catch (error) {
      const { code } = innermost(error) as { code?: number };
      if (code !== undefined && UNSUPPORTED.has(code)) return refuseIfLocal(deps);
      throw error;
    }
    // The latest block may have been replaced just now, or has not reached both sides yet.
    if (left > 1) await new Promise((done) => setTimeout(done, RETRY_AFTER_MS));
  }
  throw refusal(deps, 'is not the one that this site uses, although both have the same id');
}

async function sameHead(ours: Ask, theirs: Ask): Promise<boolean> {
  const [a, b] = await Promise.all([ours('latest'), theirs('latest')]);
  if (!a || !b) return false;
  if (a.number === b.number) return a.hash === b.hash;
  // The chain that is ahead must know the other's head.
  const older =
    a.number < b.number ? [a, await theirs(numberToHex(a.number))] : [await ours(numberToHex(b.number)), b];
  return older[0]?.hash !== undefined && older[0].hash === older[1]?.hash;
}

const blockCall = (block: Tag) => ({ method: 'eth_getBlockByNumber', params: [block, false] });

function read(block: unknown): Awaited<ReturnType<Ask>> {
  const { number, hash } = (block ?? {}) as { number?: `0x${string}`; hash?: string };
  return number && hash ? { number: hexToNumber(number), hash } : null;
}

/** For wallets that cannot tell: on a public deployment the chain id is enough, a local chain is never the wallet's. */
function refuseIfLocal(deps: TransferDeps): void {
  const { hostname } = new URL(deps.wagmi.chains[0].rpcUrls.default.http[0] ?? '');
  if (!/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)) return;
  throw refusal(deps, 'cannot be compared with the local chain of this site');
}

const refusal = ({ deployment }: TransferDeps, what: string) =>
  new TransferError(
    'UNKNOWN_ERROR',
    `The chain ${deployment.chain.id} that your wallet uses ${what}. Nothing was sent. Point the wallet’s network at this site’s RPC (${deployment.chain.rpc}) and try again.`,
    { title: 'Wrong Network', type: 'wallet' },
  );
