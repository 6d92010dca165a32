import { LRUCache } from 'lru-cache';
import {
  BlockNotFoundError,
  createPublicClient,
  decodeFunctionData,
  erc20Abi,
  getAbiItem,
  type Hex,
  http,
  type Log,
  type PublicClient,
  parseEventLogs,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem';
import type { ContractLog, LogRange } from './contract-log.ts';
import type { BlockRange, Scanned } from './scan-in-steps.ts';
import type { Block, Heads, PendingTransfer, TokenTransfer, TransferRange } from './transfer.ts';
import { readVaultOwner } from './vault-owner.ts';

const TRANSFER = getAbiItem({ abi: erc20Abi, name: 'Transfer' });
type TransferLog = Log<bigint, number, false, typeof TRANSFER, true>;

/** A mined transaction as one RPC reports it. */
export interface MinedTransaction {
  block: Block;
  reverted: boolean;
  confirmations: number;
  transfers: TokenTransfer[];
}

/** One RPC's view of the chain. Every method rejects when the RPC cannot be reached. */
export interface Rpc {
  /** Host and port. Logs must not contain the rest of the URL. */
  readonly name: string;
  /** @throws WrongChainError when the RPC serves another chain, or the token does not have 18 decimals */
  check(): Promise<void>;
  heads(): Promise<Heads>;
  /** The hash of the block at a height; null when the RPC has not reached it. */
  blockHash(number: number): Promise<string | null>;
  /** Null when the RPC does not know the transaction, or its block is not part of the RPC's chain. */
  transaction(hash: Hex): Promise<MinedTransaction | null>;
  /** `other` when the transaction is not a call of the token's `transfer`; null when the RPC does not know it. */
  pending(hash: Hex): Promise<PendingTransfer | 'other' | null>;
  /** Rejects when the RPC has not reached the end of the range, because the result would be incomplete. */
  transfers(range: TransferRange): Promise<Scanned<TokenTransfer>>;
  /** All logs of a contract. Rejects when the RPC has not reached the end of the range. */
  logs(range: LogRange): Promise<Scanned<ContractLog>>;
  /** Token balance in wei at a block. */
  balance(address: string, block: number): Promise<bigint>;
  /** Number of nonces that the account has used up to a block. Rejects when the RPC no longer stores this block's state. */
  usedNonces(address: string, block: number): Promise<number>;
  /** The account's next nonce after its pending transactions; null for a contract, which does not need a nonce to pay. */
  nextNonce(address: string): Promise<number | null>;
  /** The owner of a prize vault, in lower case; null if the address is not one. */
  vaultOwner(address: string): Promise<string | null>;
}

/** The RPC is misconfigured; none of its responses can be used. */
export class WrongChainError extends Error {}

export interface RpcOptions {
  chainId: number;
  /** Contract address of the token. */
  token: string;
  /** Timeout per request in milliseconds, default 10 s. */
  timeoutMs?: number;
}

const TOKEN_DECIMALS = 18;

/** Reads the token's transfers from the RPC at `url`. */
export function createRpc(url: string, { chainId, token: contract, timeoutMs = 10_000 }: RpcOptions): Rpc {
  const client = createPublicClient({
    transport: http(url, {
      timeout: timeoutMs,
      retryCount: 2,
      batch: { batchSize: 50 },
      // A redirect could send requests to an RPC that was not configured.
      fetchOptions: { redirect: 'error' },
    }),
  });
  const token = contract.toLowerCase() as Hex;
  const readBlockTime = createBlockTimeCache(client);
  /** @throws Error when the RPC has not reached the end of the range */
  async function readRange<L extends Log<bigint, number, false>, T>(
    { to }: BlockRange,
    readLogs: () => Promise<L[]>,
    convert: (log: L, blockTime: number) => T,
  ): Promise<Scanned<T>> {
    // Before the logs: an RPC that receives the block in between would return logs without it.
    const last = await findBlock(client, to);
    if (!last) throw new Error(`the RPC has not reached block ${to}`);
    const converted = (await readLogs()).map(async (log) => convert(log, await readBlockTime(log.blockHash)));
    return { lastBlock: last.hash, found: await Promise.all(converted) };
  }
  return {
    name: new URL(url).host,
    check: () => check(client, chainId, token),
    heads: () => readHeads(client),
    blockHash: async (number) => (await findBlock(client, number))?.hash ?? null,
    transaction: (hash) => findTransaction(client, token, hash),
    pending: (hash) => findPending(client, token, hash),
    transfers({ side, address, ...range }) {
      const args = side === 'recipient' ? { to: address as Hex } : { from: address as Hex };
      const filter = { address: token, event: TRANSFER, args, strict: true } as const;
      return readRange(range, () => client.getLogs({ ...filter, ...toFilter(range) }), toTransfer);
    },
    logs: ({ contract, ...range }) =>
      readRange(range, () => client.getLogs({ address: contract as Hex, ...toFilter(range) }), toContractLog),
    balance: (address, block) =>
      client.readContract({
        address: token,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [address as Hex],
        blockNumber: BigInt(block),
      }),
    usedNonces: (address, block) =>
      client.getTransactionCount({ address: address as Hex, blockNumber: BigInt(block) }),
    nextNonce: (address) => findNextNonce(client, address as Hex),
    vaultOwner: (address) => readVaultOwner(client, address as Hex),
  };
}

async function findNextNonce(client: PublicClient, address: Hex): Promise<number | null> {
  const [nonce, code] = await Promise.all([
    client.getTransactionCount({ address, blockTag: 'pending' }),
    client.getCode({ address }),
  ]);
  return code === undefined || code === '0x' ? nonce : null;
}

async function check(client: PublicClient, chainId: number, token: Hex): Promise<void> {
  const actual = await client.getChainId();
  if (actual !== chainId) throw new WrongChainError(`the RPC serves chain ${actual}, not ${chainId}`);
  const decimals = await client.readContract({ address: token, abi: erc20Abi, functionName: 'decimals' });
  if (decimals !== TOKEN_DECIMALS)
    throw new WrongChainError(`the token has ${decimals} decimals, not ${TOKEN_DECIMALS}`);
}

async function readHeads(client: PublicClient): Promise<Heads> {
  const height = async (blockTag: 'latest' | 'safe' | 'finalized') =>
    Number((await client.getBlock({ blockTag })).number);
  const [latest, safe, finalized] = await Promise.all([
    height('latest'),
    height('safe'),
    height('finalized'),
  ]);
  return { latest, safe, finalized };
}

async function findTransaction(
  client: PublicClient,
  token: Hex,
  hash: Hex,
): Promise<MinedTransaction | null> {
  const receipt = await client.getTransactionReceipt({ hash }).catch((error: unknown) => {
    if (error instanceof TransactionReceiptNotFoundError) return null;
    throw error;
  });
  if (!receipt) return null;
  const number = Number(receipt.blockNumber);
  // Some providers return a receipt before its block exists; such a receipt is ignored.
  const [block, latest] = await Promise.all([
    findBlock(client, number),
    client.getBlockNumber({ cacheTime: 0 }),
  ]);
  if (block?.hash !== receipt.blockHash) return null;
  const tokenLogs = receipt.logs.filter((log) => log.address.toLowerCase() === token);
  const logs = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: tokenLogs, strict: true });
  return {
    block: { number, hash: receipt.blockHash },
    reverted: receipt.status === 'reverted',
    confirmations: Number(latest) - number + 1,
    transfers: logs.map((log) => toTransfer(log as TransferLog, toBlockTime(block))),
  };
}

async function findPending(client: PublicClient, token: Hex, hash: Hex): ReturnType<Rpc['pending']> {
  const transaction = await client.getTransaction({ hash }).catch((error: unknown) => {
    if (error instanceof TransactionNotFoundError) return null;
    throw error;
  });
  if (transaction?.to?.toLowerCase() !== token) return transaction && 'other';
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data: transaction.input });
    if (functionName !== 'transfer') return 'other';
    const [recipient, amount] = args;
    return { sender: transaction.from.toLowerCase(), recipient: recipient.toLowerCase(), amount };
  } catch {
    return 'other'; // another function of the token
  }
}

async function findBlock(client: PublicClient, number: number) {
  try {
    return await client.getBlock({ blockNumber: BigInt(number) });
  } catch (error) {
    if (error instanceof BlockNotFoundError) return null;
    throw error;
  }
}

const toFilter = ({ from, to }: BlockRange) => ({ fromBlock: BigInt(from), toBlock: BigInt(to) });

const toLogPosition = (log: Log<bigint, number, false>, block_time: number) => ({
  tx_hash: log.transactionHash,
  log_index: log.logIndex,
  block_number: Number(log.blockNumber),
  block_hash: log.blockHash,
  block_time,
});

const toContractLog = (log: Log<bigint, number, false>, block_time: number): ContractLog => ({
  ...toLogPosition(log, block_time),
  topics: log.topics,
  data: log.data,
});

const toTransfer = (log: TransferLog, block_time: number): TokenTransfer => ({
  ...toLogPosition(log, block_time),
  sender: log.args.from.toLowerCase(),
  recipient: log.args.to.toLowerCase(),
  amount: log.args.value,
});

/** Epoch ms. */
const toBlockTime = (block: { timestamp: bigint }) => Number(block.timestamp) * 1000;

/** Returns the time of a block in epoch ms by its hash. Cached, because a block never changes. */
function createBlockTimeCache(client: PublicClient): (hash: Hex) => Promise<number> {
  const cache = new LRUCache<Hex, number>({
    max: 1000,
    fetchMethod: async (blockHash) => toBlockTime(await client.getBlock({ blockHash })),
  });
  return (blockHash) => cache.forceFetch(blockHash);
}
