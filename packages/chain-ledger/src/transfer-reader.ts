import type { Log } from '@touchline/service-kit/log';
import type { Metrics } from '@touchline/service-kit/metrics';
import type { Hex } from 'viem';
import {
  queryQuorum,
  chainUnavailableError,
  queryAll,
  SLOW_RPC_TIMEOUT_MS,
  type RpcQuery,
  computeQuorum,
  nthHighest,
} from './agreement.ts';
import { createCheckedRpc } from './checked-rpc.ts';
import {
  createRpc,
  type MinedTransaction,
  type Rpc,
  type RpcOptions,
  type ScannedRange,
  WrongChainError,
} from './rpc.ts';
import type { Block, Heads, PendingTransfer, TokenTransfer, Transaction, TransferRange } from './transfer.ts';

/**
 * Token transfers as the configured RPCs agree on them: two must say the same, or the only one that is configured.
 * Methods throw TouchlineError UPSTREAM_UNAVAILABLE while too few answer or they contradict each other; that never means
 * that a payment is missing.
 */
export interface TransferReader {
  /** @throws WrongChainError when any RPC serves the wrong chain or token; any other error when no RPC answers */
  check(): Promise<void>;
  byHash(hash: Hex): Promise<Transaction>;
  /** A transfer that any RPC knows, mined or waiting to be mined. Proves nothing. */
  pending(hash: Hex): Promise<PendingTransfer | null>;
  /** Oldest first. */
  scan(range: TransferRange): Promise<TokenTransfer[]>;
  /** The heights that enough RPCs have reached. */
  heads(): Promise<Heads>;
  /** Whether the block stands in its place, not another one. */
  isCanonical(block: Block): Promise<boolean>;
  /** How many RPCs there are, and how many of them failed to answer or were contradicted within the last minute. */
  rpcStatus(): { rpcs: number; failing: number; contradicted: number };
}

export function createTransferReader({
  rpcUrls,
  log,
  metrics,
  ...options
}: RpcOptions & { rpcUrls: readonly string[]; log?: Log; metrics?: Metrics | undefined }): TransferReader {
  // Each once: an address given twice is one RPC.
  const rpcs = [...new Set(rpcUrls)].map((url) => createRpc(url, options));
  if (rpcs.length === 1)
    log?.warn({ rpc: rpcs[0]!.name }, 'one RPC decides about money: no other confirms it');
  const contradictions = metrics?.counter(
    'rpc_contradictions_total',
    'Answers of RPCs that others contradict',
    ['rpc'],
  );
  for (const { name } of rpcs) contradictions?.inc({ rpc: name }, 0);
  return combineRpcs(rpcs, {
    onOutvoted({ name }, about) {
      contradictions?.inc({ rpc: name });
      log?.warn({ rpc: name, about }, 'an RPC contradicts the others');
    },
    onWrong: ({ name }, error) => log?.error({ rpc: name, err: error }, 'an RPC is not used'),
  });
}

interface CombineOptions {
  patienceMs?: number;
  onOutvoted?: (rpc: Rpc, about: string) => void;
  onWrong?: (rpc: Rpc, error: WrongChainError) => void;
}

/**
 * One reader over several RPCs. One of three may be down, lag or lie, and nothing waits for it. Of two both are needed.
 * None is used before it has proved that it serves the right chain.
 */
export function combineRpcs(
  given: readonly Rpc[],
  { patienceMs = SLOW_RPC_TIMEOUT_MS, onOutvoted = () => {}, onWrong = () => {} }: CombineOptions = {},
): TransferReader {
  const [failed, outvoted] = [createRecentSet(), createRecentSet()];
  const checked = (rpc: Rpc) =>
    createCheckedRpc(rpc, { onWrongChain: (error) => onWrong(rpc, error), onFailed: () => failed.add(rpc) });
  const rpcs = given.map(checked);
  const quorum = computeQuorum(rpcs);
  const contradicted = (rpc: Rpc, about: string) => {
    outvoted.add(rpc);
    onOutvoted(rpc, about);
  };
  const agree = <T>(question: RpcQuery<Rpc, T>) =>
    queryQuorum(rpcs, question, { patienceMs, onOutvoted: contradicted });
  return {
    async check() {
      const checks = await Promise.allSettled(rpcs.map((rpc) => rpc.check()));
      const failures = checks.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
      const wrong = failures.find((failure) => failure instanceof WrongChainError);
      if (wrong ?? failures.length === rpcs.length) throw wrong ?? failures[0];
    },

    async byHash(hash) {
      const ask = (rpc: Rpc) => rpc.transaction(hash);
      const found = await agree({ ask, keyOf: toTransactionKey, about: `transaction ${hash}` });
      const mined = found.flatMap((each) => each ?? []);
      const [first] = mined;
      if (!first) return { state: 'missing' };
      if (first.reverted) return { state: 'reverted' };
      const depths = mined.map(({ confirmations }) => confirmations);
      return { state: 'mined', confirmations: nthHighest(quorum, depths), transfers: first.transfers };
    },

    async pending(hash) {
      const { answers, failures } = await queryAll(rpcs, {
        ask: (rpc) => rpc.pending(hash),
        enough: (heard) => heard.length >= quorum || heard.some(({ value }) => value !== null),
        patienceMs,
      });
      const known = answers.find(({ value }) => value !== null);
      if (!known && answers.length < quorum) throw chainUnavailableError(failures[0]);
      return known?.value ?? null;
    },

    scan: (range) =>
      scanInSteps(range, async (step) => {
        const about = `blocks ${step.from} to ${step.to}`;
        const keyOf = ({ lastBlock, transfers }: ScannedRange) =>
          [lastBlock, toTransfersKey(transfers)].join();
        const [{ transfers }] = await agree({ ask: (rpc) => rpc.transfers(step), keyOf, about });
        return transfers;
      }),

    async heads() {
      const enough = (answers: readonly unknown[]) => answers.length >= quorum;
      const ask = (rpc: Rpc) => rpc.heads();
      const { answers, failures } = await queryAll(rpcs, { ask, enough, graceMs: GRACE_MS, patienceMs });
      if (!enough(answers)) throw chainUnavailableError(failures[0]);
      const reached = (height: keyof Heads) =>
        nthHighest(
          quorum,
          answers.map(({ value }) => value[height]),
        );
      return { latest: reached('latest'), safe: reached('safe'), finalized: reached('finalized') };
    },

    async isCanonical({ number, hash }) {
      const ask = async (rpc: Rpc) => {
        const found = await rpc.blockHash(number);
        if (!found) throw new Error(`the RPC has not reached block ${number}`);
        return found;
      };
      const [found] = await agree({ ask, keyOf: (each) => each, about: `block ${number}` });
      return found === hash;
    },

    rpcStatus: () => ({ rpcs: rpcs.length, failing: failed.count(), contradicted: outvoted.count() }),
  };
}

const RECENT_MS = 60_000;

/** Counts the RPCs that were added within the last minute. */
function createRecentSet() {
  const at = new Map<Rpc, number>();
  return {
    add: (rpc: Rpc) => void at.set(rpc, performance.now()),
    count: () => [...at.values()].filter((since) => performance.now() - since < RECENT_MS).length,
  };
}

/** Two RPCs that lag must not hold back those that do not: the others get this long too. */
const GRACE_MS = 1_000;

/** Blocks per log request; a tenth when too few RPCs answer it, or not alike: some cut the answer of a long range short. */
const SCAN_STEP = 1000;

async function scanInSteps(
  range: TransferRange,
  read: (range: TransferRange) => Promise<TokenTransfer[]>,
): Promise<TokenTransfer[]> {
  const found: TokenTransfer[] = [];
  let step = SCAN_STEP;
  for (let start = range.from; start <= range.to; ) {
    const end = Math.min(range.to, start + step - 1);
    try {
      found.push(...(await read({ ...range, from: start, to: end })));
      start = end + 1;
      step = Math.min(SCAN_STEP, step * 2);
    } catch (error) {
      if (end === start) throw error;
      step = Math.ceil((end - start + 1) / 10);
    }
  }
  return found;
}

const toTransactionKey = (mined: MinedTransaction | null) =>
  mined ? [mined.block.hash, mined.block.number, mined.reverted, toTransfersKey(mined.transfers)].join() : '';

const toTransfersKey = (transfers: readonly TokenTransfer[]) =>
  transfers
    .map((transfer) =>
      [
        transfer.block_hash,
        transfer.block_number,
        transfer.block_time,
        transfer.tx_hash,
        transfer.log_index,
        transfer.sender,
        transfer.recipient,
        transfer.amount,
      ].join(),
    )
    .sort()
    .join(' ');
