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
  type TransactionReceipt,
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
  /** Heights: `safe` falls only with the layer below, `finalized` never. */
  heads(): Promise<{ latest: number; safe: number; finalized: number }>;
  /** Whether the block is part of the chain now. */
  isCanonical(block: { number: number; hash: string }): Promise<boolean>;
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

/** Reads token transfers from every configured RPC; several are asked because one may lag behind or be down. */
export function createTransferReader(options: TransferReaderOptions): TransferReader {
  const clients = options.rpcUrls.map((url) =>
    createPublicClient({
      transport: http(url, { timeout: options.timeoutMs ?? 10_000, retryCount: 2, batch: { batchSize: 50 } }),
    }),
  );
  const token = options.token.toLowerCase() as Hex;
  const times = blockTimes(clients);

  const describe = async (log: TransferLog): Promise<TokenTransfer> => ({
    tx_hash: log.transactionHash,
    log_index: log.logIndex,
    block_number: Number(log.blockNumber),
    block_hash: log.blockHash,
    block_time: await times(log.blockHash),
    sender: log.args.from.toLowerCase(),
    recipient: log.args.to.toLowerCase(),
    amount: log.args.value,
  });

  const isCanonical: TransferReader['isCanonical'] = ({ number, hash }) =>
    firstAnswer(clients, async (client) => {
      try {
        return (await client.getBlock({ blockNumber: BigInt(number) })).hash === hash;
      } catch (error) {
        if (error instanceof BlockNotFoundError) return false;
        throw error;
      }
    });

  return {
    isCanonical,

    async check() {
      const checks = await Promise.allSettled(
        clients.map((client) => checkClient(client, options.chainId, token)),
      );
      const failures = checks.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
      const wrong = failures.find((failure) => failure instanceof WrongChainError);
      if (wrong ?? failures.length === clients.length) throw wrong ?? failures[0];
    },

    async byHash(hash) {
      const receipt = await findReceipt(clients, hash);
      if (!receipt) return { state: 'missing' };
      const block = { number: Number(receipt.blockNumber), hash: receipt.blockHash };
      // Some providers hand out receipts before the block exists: those do not count.
      if (!(await isCanonical(block))) return { state: 'missing' };
      if (receipt.status === 'reverted') return { state: 'reverted' };
      const latest = await firstAnswer(clients, (client) => client.getBlockNumber({ cacheTime: 0 }));
      const own = receipt.logs.filter((log) => log.address.toLowerCase() === token);
      const logs = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: own, strict: true });
      const transfers = await Promise.all(logs.map((log) => describe(log as TransferLog)));
      return { state: 'mined', confirmations: Number(latest - receipt.blockNumber) + 1, transfers };
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
        for (const log of logs) found.push(await describe(log));
        start = end + 1;
      }
      return found;
    },

    async heads() {
      const height = (blockTag: 'latest' | 'safe' | 'finalized') =>
        firstAnswer(clients, async (client) => Number((await client.getBlock({ blockTag })).number));
      const [latest, safe, finalized] = await Promise.all([
        height('latest'),
        height('safe'),
        height('finalized'),
      ]);
      return { latest, safe, finalized };
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

/** Null only when every RPC says so: one that lags behind knows less than the chain. */
async function findReceipt(clients: readonly PublicClient[], hash: Hex): Promise<TransactionReceipt | null> {
  const answers = await Promise.allSettled(clients.map((client) => client.getTransactionReceipt({ hash })));
  const found = answers.find((answer) => answer.status === 'fulfilled');
  if (found) return found.value;
  const failures = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [answer.reason as unknown] : [],
  );
  if (failures.every((reason) => reason instanceof TransactionReceiptNotFoundError)) return null;
  throw unavailable(failures[0]);
}

function logsBetween(clients: readonly PublicClient[], token: Hex, to: Hex, from: number, until: number) {
  const range = { fromBlock: BigInt(from), toBlock: BigInt(until) };
  return firstAnswer(clients, (client) =>
    client.getLogs({ address: token, event: TRANSFER, args: { to }, ...range, strict: true }),
  );
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
function blockTimes(clients: readonly PublicClient[]): (hash: Hex) => Promise<number> {
  const known = new Map<Hex, number>();
  return async (hash) => {
    const remembered = known.get(hash);
    if (remembered !== undefined) return remembered;
    const block = await firstAnswer(clients, (client) => client.getBlock({ blockHash: hash }));
    const time = Number(block.timestamp) * 1000;
    if (known.size > 1000) known.clear();
    known.set(hash, time);
    return time;
  };
}
