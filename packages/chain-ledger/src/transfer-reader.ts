import { setTimeout as sleep } from 'node:timers/promises';
import { TouchlineError } from '@touchline/api/errors';
import {
  BlockNotFoundError,
  createPublicClient,
  erc20Abi,
  getAbiItem,
  type Hex,
  http,
  type Log,
  type PublicClient,
  parseEventLogs,
  TransactionReceiptNotFoundError,
} from 'viem';

const TRANSFER = getAbiItem({ abi: erc20Abi, name: 'Transfer' });
type TransferLog = Log<bigint, number, false, typeof TRANSFER, true>;

/** One `Transfer` log of the product's token: the only thing about a payment that is believed. */
export interface TokenTransfer {
  tx_hash: Hex;
  log_index: number;
  block_number: number;
  block_hash: Hex;
  /** Epoch ms. */
  block_time: number;
  /** The log's `from`, lower case; never the transaction's sender (smart accounts pay through bundlers). */
  sender: string;
  recipient: string;
  /** Wei. */
  amount: bigint;
}

/** What the chain says of a transaction. `missing`: not mined, or its block is not part of the chain (any more). */
export type Transaction =
  | { state: 'missing' }
  | { state: 'reverted' }
  | { state: 'mined'; confirmations: number; transfers: TokenTransfer[] };

export interface TransferReader {
  /**
   * @throws WrongChainError when an RPC answers for another chain or the token has not 18 decimals, any other error when
   * no RPC answers
   */
  check(): Promise<void>;
  /** @throws TouchlineError UPSTREAM_UNAVAILABLE when no RPC can tell; that never means that a payment is missing. */
  byHash(hash: Hex): Promise<Transaction>;
  /** Transfers to `recipient` in the blocks `from` to `to`, both included, oldest first. */
  scan(range: { from: number; to: number; recipient: string }): Promise<TokenTransfer[]>;
  /** Heights, of the RPC that is furthest ahead: `safe` falls only with the layer below, `finalized` never. */
  heads(): Promise<Heads>;
  /**
   * Whether the block is part of the chain now: only another block in its place says that it is not.
   * @throws TouchlineError UPSTREAM_UNAVAILABLE when no RPC has got that far
   */
  isCanonical(block: { number: number; hash: string }): Promise<boolean>;
}

interface Heads {
  latest: number;
  safe: number;
  finalized: number;
}

export interface TransferReaderOptions {
  rpcUrls: readonly string[];
  chainId: number;
  /** Address of the token. */
  token: string;
  /** Milliseconds one request may take, default 10 s. */
  timeoutMs?: number;
}

const TOKEN_DECIMALS = 18;
/** Blocks per log request; halved when a provider refuses the range. */
const SCAN_STEP = 1000;

/** Once one RPC has answered, the others have this long to say that they are further. */
const GRACE_MS = 1_000;

/**
 * Reads token transfers from every configured RPC: one that lags behind, hangs or is down neither hides what the others
 * know nor holds them up.
 */
export function createTransferReader(options: TransferReaderOptions): TransferReader {
  let clients = options.rpcUrls.map((url) =>
    createPublicClient({
      transport: http(url, { timeout: options.timeoutMs ?? 10_000, retryCount: 2, batch: { batchSize: 50 } }),
    }),
  );
  const token = options.token.toLowerCase() as Hex;
  const times = blockTimes(() => clients);

  return {
    async check() {
      const checks = await Promise.allSettled(
        clients.map((client) => checkClient(client, options.chainId, token)),
      );
      const failures = checks.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
      const wrong = failures.find((failure) => failure instanceof WrongChainError);
      if (wrong ?? failures.length === clients.length) throw wrong ?? failures[0];
    },

    async byHash(hash) {
      const asked = clients.map((client) => look(client, token, hash));
      const known = asked.map(
        async (answer) => (await answer) ?? Promise.reject(new Error('not known here')),
      );
      const first = await Promise.any(known).catch(() => null);
      if (first) return first;
      // Missing only when every RPC says so: one that is down may know it.
      const failed = (await Promise.allSettled(asked)).find((answer) => answer.status === 'rejected');
      if (failed) throw unavailable(failed.reason);
      return { state: 'missing' };
    },

    async scan({ from, to, recipient }) {
      const found: TokenTransfer[] = [];
      let step = SCAN_STEP;
      for (let start = from; start <= to; ) {
        const end = Math.min(to, start + step - 1);
        const logs = await logsBetween(clients, token, recipient as Hex, start, end).catch(
          (error: unknown) => {
            if (step === 1) throw error;
            return null;
          },
        );
        if (!logs) {
          step = Math.max(1, Math.floor(step / 2));
          continue;
        }
        for (const log of logs) found.push(describe(log, await times(log.blockHash)));
        start = end + 1;
        step = Math.min(SCAN_STEP, step * 2);
      }
      return found;
    },

    async heads() {
      const answers = await answersOf(
        clients.map(async (client) => ({ client, heads: await headsOf(client) })),
      );
      const [furthest] = answers.sort((a, b) => b.heads.latest - a.heads.latest);
      if (!furthest) throw unavailable(new Error('no RPC tells its height'));
      // Until the next look the one that is furthest is asked first.
      clients = [furthest.client, ...clients.filter((client) => client !== furthest.client)];
      return furthest.heads;
    },

    async isCanonical({ number, hash }) {
      const block = await firstAnswer(clients, async (client) => {
        const found = await blockAt(client, number);
        if (!found) throw new Error(`block ${number} is not here yet`);
        return found;
      });
      return block.hash === hash;
    },
  };
}

/** The configuration is wrong: nothing that this RPC says may be believed. */
export class WrongChainError extends Error {}

async function checkClient(client: PublicClient, chainId: number, token: Hex): Promise<void> {
  const seen = await client.getChainId();
  if (seen !== chainId) throw new WrongChainError(`the RPC answers for chain ${seen}, not ${chainId}`);
  const decimals = await client.readContract({ address: token, abi: erc20Abi, functionName: 'decimals' });
  if (decimals !== TOKEN_DECIMALS)
    throw new WrongChainError(`the token has ${decimals} decimals, not ${TOKEN_DECIMALS}`);
}

/** All that one RPC says of a transaction; null when it does not know it, or its block is not part of what it has. */
async function look(client: PublicClient, token: Hex, hash: Hex): Promise<Transaction | null> {
  const receipt = await client.getTransactionReceipt({ hash }).catch((error: unknown) => {
    if (error instanceof TransactionReceiptNotFoundError) return null;
    throw error;
  });
  if (!receipt) return null;
  // Some providers hand out receipts before the block exists: those do not count.
  const [block, latest] = await Promise.all([
    blockAt(client, Number(receipt.blockNumber)),
    client.getBlockNumber({ cacheTime: 0 }),
  ]);
  if (block?.hash !== receipt.blockHash) return null;
  if (receipt.status === 'reverted') return { state: 'reverted' };
  const own = receipt.logs.filter((log) => log.address.toLowerCase() === token);
  const logs = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: own, strict: true });
  return {
    state: 'mined',
    confirmations: Number(latest - receipt.blockNumber) + 1,
    transfers: logs.map((log) => describe(log as TransferLog, timeOf(block))),
  };
}

const describe = (log: TransferLog, block_time: number): TokenTransfer => ({
  tx_hash: log.transactionHash,
  log_index: log.logIndex,
  block_number: Number(log.blockNumber),
  block_hash: log.blockHash,
  block_time,
  sender: log.args.from.toLowerCase(),
  recipient: log.args.to.toLowerCase(),
  amount: log.args.value,
});

/** The block that this RPC has at a height; null when it has not got that far. */
async function blockAt(client: PublicClient, number: number) {
  try {
    return await client.getBlock({ blockNumber: BigInt(number) });
  } catch (error) {
    if (error instanceof BlockNotFoundError) return null;
    throw error;
  }
}

/** Epoch ms. */
const timeOf = (block: { timestamp: bigint }) => Number(block.timestamp) * 1000;

async function headsOf(client: PublicClient): Promise<Heads> {
  const height = async (blockTag: 'latest' | 'safe' | 'finalized') =>
    Number((await client.getBlock({ blockTag })).number);
  const [latest, safe, finalized] = await Promise.all([
    height('latest'),
    height('safe'),
    height('finalized'),
  ]);
  return { latest, safe, finalized };
}

/** What comes soon after the first answer; empty when nobody answers. */
async function answersOf<T>(asked: readonly Promise<T>[]): Promise<T[]> {
  const answers: T[] = [];
  const all = Promise.allSettled(asked.map(async (answer) => answers.push(await answer)));
  await Promise.any(asked).catch(() => {});
  const enough = new AbortController();
  await Promise.race([all, sleep(GRACE_MS, undefined, { signal: enough.signal }).catch(() => {})]);
  enough.abort();
  return [...answers];
}

/** An RPC that has not got to the end of the range would answer without error, and leave out what it does not have. */
function logsBetween(clients: readonly PublicClient[], token: Hex, to: Hex, from: number, until: number) {
  const range = { fromBlock: BigInt(from), toBlock: BigInt(until) };
  return firstAnswer(clients, async (client) => {
    const [head, logs] = await Promise.all([
      client.getBlockNumber({ cacheTime: 0 }),
      client.getLogs({ address: token, event: TRANSFER, args: { to }, ...range, strict: true }),
    ]);
    if (head < range.toBlock) throw new Error(`block ${until} is not here yet`);
    return logs;
  });
}

/** Asks one RPC after the other until one answers. */
async function firstAnswer<T>(
  clients: readonly PublicClient[],
  ask: (client: PublicClient) => Promise<T>,
): Promise<T> {
  let last: unknown;
  for (const client of clients) {
    try {
      return await ask(client);
    } catch (error) {
      last = error;
    }
  }
  throw unavailable(last);
}

function unavailable(cause: unknown): TouchlineError {
  const sentence = 'The chain cannot be reached at the moment. Nothing is lost; try again in a little while.';
  return new TouchlineError('UPSTREAM_UNAVAILABLE', sentence, { cause, retryAfter: 5 });
}

/** Epoch ms of a block by its hash; remembered, since a block never changes. */
function blockTimes(clients: () => readonly PublicClient[]): (hash: Hex) => Promise<number> {
  const known = new Map<Hex, number>();
  return async (hash) => {
    const remembered = known.get(hash);
    if (remembered !== undefined) return remembered;
    const block = await firstAnswer(clients(), (client) => client.getBlock({ blockHash: hash }));
    const time = timeOf(block);
    if (known.size > 1000) known.clear();
    known.set(hash, time);
    return time;
  };
}
