import { findDistinctRpcs } from '@touchline/service-kit/process/chain-env';
import type { Log } from '@touchline/service-kit/process/log';
import type { Metrics } from '@touchline/service-kit/process/metrics';
import type { Hex } from 'viem';
import {
  chainUnavailableError,
  computeQuorum,
  nthHighest,
  queryAll,
  queryQuorum,
  type RpcQuery,
  SLOW_RPC_TIMEOUT_MS,
} from './agreement.ts';
import { createCheckedRpc } from './checked-rpc.ts';
import type { LogRange } from './contract-log.ts';
import { toLogKey, toScannedKey, toTransactionKey, toTransferKey } from './response-keys.ts';
import { createRpc, type MinedTransaction, type Rpc, type RpcOptions, WrongChainError } from './rpc.ts';
import { type BlockRange, type Scanned, scanInSteps } from './scan-in-steps.ts';
import type { Block, Heads, PendingState, PendingTransfer, Transaction, TransferRange } from './transfer.ts';

/**
 * Reads token transfers, and logs of other contracts, on which the configured RPCs agree: two must return the same result,
 * unless only one is configured. Methods throw TouchlineError UPSTREAM_UNAVAILABLE while too few RPCs respond or they
 * contradict each other. This error never means that a payment is missing.
 */
export type TransferReader = ReturnType<typeof combineRpcs>;

export function createTransferReader({
  rpcUrls,
  log,
  metrics,
  ...options
}: RpcOptions & { rpcUrls: readonly string[]; log?: Log; metrics?: Metrics | undefined }): TransferReader {
  const { distinct, duplicates } = findDistinctRpcs(rpcUrls);
  if (duplicates.length > 0)
    log?.warn({ rpcs: duplicates }, 'RPCs ignored; another address of the same provider is configured');
  const rpcs = distinct.map((url) => createRpc(url, options));
  if (rpcs.length === 1)
    log?.warn({ rpc: rpcs[0]!.name }, 'only one RPC configured; payments are not cross-checked');
  const contradictions = metrics?.counter(
    'rpc_contradictions_total',
    'RPC responses that other RPCs contradict',
    ['rpc'],
  );
  for (const { name } of rpcs) contradictions?.inc({ rpc: name }, 0);
  return combineRpcs(rpcs, {
    onOutvoted({ name }, subject) {
      contradictions?.inc({ rpc: name });
      log?.warn({ rpc: name, about: subject }, 'RPC response contradicts the other RPCs');
    },
    onWrongChain: ({ name }, error) =>
      log?.error({ rpc: name, err: error }, 'RPC rejected; wrong chain or token'),
  });
}

interface CombineOptions {
  timeoutMs?: number;
  onOutvoted?: (rpc: Rpc, subject: string) => void;
  onWrongChain?: (rpc: Rpc, error: WrongChainError) => void;
}

/**
 * Combines several RPCs into one reader. With three RPCs, one may be down, lag or lie without causing a delay. With two, both
 * are needed. An RPC is used only after a check of its chain and token.
 */
export function combineRpcs(
  configured: readonly Rpc[],
  { timeoutMs = SLOW_RPC_TIMEOUT_MS, onOutvoted = () => {}, onWrongChain = () => {} }: CombineOptions = {},
) {
  const [failed, outvoted] = [createRecentSet<Rpc>(), createRecentSet<Rpc>()];
  const rpcs = configured.map((rpc) => {
    const onWrong = (error: WrongChainError) => onWrongChain(rpc, error);
    return createCheckedRpc(rpc, { onWrongChain: onWrong, onFailed: () => failed.add(rpc) });
  });
  const quorum = computeQuorum(rpcs);
  const markOutvoted = (rpc: Rpc, subject: string) => {
    outvoted.add(rpc);
    onOutvoted(rpc, subject);
  };
  const agree = <T>(query: RpcQuery<Rpc, T>) =>
    queryQuorum(rpcs, query, { timeoutMs, onOutvoted: markOutvoted });
  const agreeOn = async <T>(
    subject: string,
    send: (rpc: Rpc) => Promise<T>,
    toKey: (value: T) => string = String,
  ): Promise<T> => (await agree({ send, toKey, subject }))[0];
  const agreeOnBlock = (number: number) =>
    agreeOn(`block ${number}`, async (rpc) => {
      const found = await rpc.blockHash(number);
      if (!found) throw new Error(`the RPC has not reached block ${number}`);
      return found;
    });
  const readRange = <R extends BlockRange, T>(
    range: R,
    send: (rpc: Rpc, step: R) => Promise<Scanned<T>>,
    toKey: (found: T) => string,
  ) =>
    scanInSteps(range, (step) => {
      const subject = `blocks ${step.from} to ${step.to}`;
      return agreeOn(
        subject,
        (rpc) => send(rpc, step),
        (scanned) => toScannedKey(scanned, toKey),
      );
    });
  /** The heights that enough RPCs have reached. */
  const readHeads = () => findHeads(rpcs, timeoutMs);
  return {
    /** @throws WrongChainError when any RPC serves the wrong chain or token; any other error when no RPC responds */
    check: () => checkAll(rpcs),

    /** @param reached number of a block that an RPC must have reached to be counted */
    async byHash(hash: Hex, reached?: number): Promise<Transaction> {
      const block = reached === undefined ? null : { number: reached, hash: await agreeOnBlock(reached) };
      const send = async (rpc: Rpc) => {
        if (block && (await rpc.blockHash(block.number)) !== block.hash)
          throw new Error(`the RPC has not reached block ${block.number}`);
        return rpc.transaction(hash);
      };
      const found = await agree({ send, toKey: toTransactionKey, subject: `transaction ${hash}` });
      return combineMined(found, quorum);
    },

    /** `expected` if any RPC knows such a transfer, mined or pending. It does not prove a payment. */
    pending: (hash: Hex, isExpected: (transfer: PendingTransfer) => boolean) =>
      findPending(rpcs, hash, isExpected, timeoutMs),

    scan: (range: TransferRange) => readRange(range, (rpc, step) => rpc.transfers(step), toTransferKey),
    /** All logs of a contract. */
    logs: (range: LogRange) => readRange(range, (rpc, step) => rpc.logs(step), toLogKey),

    heads: readHeads,

    /** True if the block is the canonical one at its height. */
    isCanonical: async ({ number, hash }: Block) => (await agreeOnBlock(number)) === hash,

    /** Token balance in wei at a block, by default the latest. */
    async balance(address: string, block?: number) {
      const at = block ?? (await readHeads()).latest;
      return agreeOn(`balance of ${address}`, (rpc) => rpc.balance(address, at));
    },

    /** Number of nonces that the account has used up to the block. */
    usedNonces: (address: string, block: number) =>
      agreeOn(`nonces of ${address}`, (rpc) => rpc.usedNonces(address, block)),

    /** The highest next nonce that any RPC reports, pending transactions included; null for a contract. */
    nextNonce: (address: string) => findNextNonce(rpcs, address, timeoutMs),

    /** The owner of a prize vault, in lower case; null if the address is not one. */
    vaultOwner: (address: string) =>
      agreeOn(`owner of the prize vault ${address}`, (rpc) => rpc.vaultOwner(address)),

    /** Number of RPCs, and how many of them failed or were contradicted within the last minute. */
    rpcStatus: () => ({ rpcs: rpcs.length, failing: failed.count(), contradicted: outvoted.count() }),
  };
}

const RECENT_MS = 60_000;

/** Counts the values that were added within the last minute. */
function createRecentSet<T>() {
  const at = new Map<T, number>();
  return {
    add: (value: T) => void at.set(value, performance.now()),
    count: () => [...at.values()].filter((since) => performance.now() - since < RECENT_MS).length,
  };
}

async function checkAll(rpcs: readonly Rpc[]): Promise<void> {
  const checks = await Promise.allSettled(rpcs.map((rpc) => rpc.check()));
  const failures = checks.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
  const wrong = failures.find((failure) => failure instanceof WrongChainError);
  if (wrong ?? failures.length === rpcs.length) throw wrong ?? failures[0];
}

/** Combines agreeing responses. The depth is the one that a quorum has reached. */
function combineMined(found: readonly (MinedTransaction | null)[], quorum: number): Transaction {
  const mined = found.flatMap((each) => each ?? []);
  const [first] = mined;
  if (!first) return { state: 'missing' };
  if (first.reverted) return { state: 'reverted' };
  const depths = mined.map(({ confirmations }) => confirmations);
  return { state: 'mined', confirmations: nthHighest(quorum, depths), transfers: first.transfers };
}

/** Queries every RPC; a quorum must respond. Slower RPCs get a little more time. */
async function queryEnough<T>(rpcs: readonly Rpc[], send: (rpc: Rpc) => Promise<T>, timeoutMs: number) {
  const quorum = computeQuorum(rpcs);
  const isEnough = (received: readonly unknown[]) => received.length >= quorum;
  const { responses, failures } = await queryAll(rpcs, { send, isEnough, graceMs: GRACE_MS, timeoutMs });
  if (!isEnough(responses)) throw chainUnavailableError(failures[0]);
  return responses.map(({ value }) => value);
}

async function findHeads(rpcs: readonly Rpc[], timeoutMs: number): Promise<Heads> {
  const heads = await queryEnough(rpcs, (rpc) => rpc.heads(), timeoutMs);
  const reached = (height: keyof Heads) =>
    nthHighest(
      computeQuorum(rpcs),
      heads.map((each) => each[height]),
    );
  return { latest: reached('latest'), safe: reached('safe'), finalized: reached('finalized') };
}

/** Accepts the first RPC that knows the expected transfer. Slower RPCs get a little more time when a quorum does not. */
async function findPending(
  rpcs: readonly Rpc[],
  hash: Hex,
  isExpected: (transfer: PendingTransfer) => boolean,
  timeoutMs: number,
): Promise<PendingState> {
  const quorum = computeQuorum(rpcs);
  type Response = Awaited<ReturnType<Rpc['pending']>>;
  const isKnown = ({ value }: { value: Response }) =>
    value !== null && value !== 'other' && isExpected(value);
  const { responses, failures } = await queryAll(rpcs, {
    send: (rpc) => rpc.pending(hash),
    isEnough: (received) => received.length >= quorum,
    graceMs: GRACE_MS,
    isFinal: (received) => received.some(isKnown),
    timeoutMs,
  });
  if (responses.some(isKnown)) return 'expected';
  if (responses.some(({ value }) => value !== null)) return 'other';
  if (responses.length < quorum) throw chainUnavailableError(failures[0]);
  return 'missing';
}

async function findNextNonce(rpcs: readonly Rpc[], address: string, timeoutMs: number) {
  const nonces = await queryEnough(rpcs, (rpc) => rpc.nextNonce(address), timeoutMs);
  const known = nonces.filter((nonce) => nonce !== null);
  return known.length === nonces.length ? Math.max(...known) : null;
}

/** Extra time for the remaining RPCs, so that two lagging RPCs do not hold back the others. */
const GRACE_MS = 1_000;
