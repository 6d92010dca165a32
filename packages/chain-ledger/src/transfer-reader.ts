import type { Hex } from 'viem';
import { agreed, chainUnavailable, collect, disagreement, firstAnswer } from './agreement.ts';
import { createRpc, type MinedTransaction, type Rpc, type RpcOptions, WrongChainError } from './rpc.ts';
import type { Block, Heads, PendingTransfer, TokenTransfer, Transaction, TransferRange } from './transfer.ts';

/**
 * Token transfers as the configured RPCs agree on them.
 * Methods throw TouchlineError UPSTREAM_UNAVAILABLE when no RPC answers or the RPCs contradict each other; that never
 * means that a payment is missing.
 */
export interface TransferReader {
  /** @throws WrongChainError when any RPC serves the wrong chain or token; any other error when no RPC answers */
  check(): Promise<void>;
  byHash(hash: Hex): Promise<Transaction>;
  /** A transfer that any RPC knows, mined or waiting to be mined. */
  pending(hash: Hex): Promise<PendingTransfer | null>;
  /** Oldest first. */
  scan(range: TransferRange): Promise<TokenTransfer[]>;
  /** The heights of the RPC that is furthest ahead; final is only what is final for all that answer. */
  heads(): Promise<Heads>;
  /** False only when another block stands in its place. */
  isCanonical(block: Block): Promise<boolean>;
}

export function createTransferReader({
  rpcUrls,
  ...options
}: RpcOptions & { rpcUrls: readonly string[] }): TransferReader {
  return combineRpcs(rpcUrls.map((url) => createRpc(url, options)));
}

/**
 * One reader over several RPCs: one that lags, hangs or is down neither hides what the others know nor delays them, and
 * where they contradict each other nothing is reported.
 */
export function combineRpcs(given: readonly Rpc[]): TransferReader {
  /** The one that is furthest ahead comes first. */
  let rpcs = [...given];
  return {
    async check() {
      const checks = await Promise.allSettled(rpcs.map((rpc) => rpc.check()));
      const failures = checks.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
      const wrong = failures.find((failure) => failure instanceof WrongChainError);
      if (wrong ?? failures.length === rpcs.length) throw wrong ?? failures[0];
    },

    async byHash(hash) {
      const mined = await findMined(rpcs, hash);
      if (!mined) return { state: 'missing' };
      const { reverted, confirmations, transfers } = mined;
      return reverted ? { state: 'reverted' } : { state: 'mined', confirmations, transfers };
    },

    async pending(hash) {
      const { answers, failures } = await collect(rpcs.map((rpc) => rpc.pending(hash)));
      const known = answers.find((answer) => answer !== null);
      if (!known && failures.length > 0) throw chainUnavailable(failures[0]);
      return known ?? null;
    },

    scan: (range) => scanInSteps(range, (step) => agreedTransfers(rpcs, step)),

    async heads() {
      const { answers, failures } = await collect(
        rpcs.map(async (rpc) => ({ rpc, heads: await rpc.heads() })),
      );
      const [furthest] = answers.sort((a, b) => b.heads.latest - a.heads.latest);
      if (!furthest) throw chainUnavailable(failures[0]);
      rpcs = [furthest.rpc, ...rpcs.filter((rpc) => rpc !== furthest.rpc)];
      // What is final is never checked again, so it takes all RPCs to make it so: one may claim blocks that nobody has.
      return { ...furthest.heads, finalized: Math.min(...answers.map(({ heads }) => heads.finalized)) };
    },

    isCanonical: ({ number, hash }) =>
      firstAnswer(rpcs, async (rpc) => {
        const found = await rpc.blockHash(number);
        if (!found) throw new Error(`the RPC has not reached block ${number}`);
        return found === hash;
      }),
  };
}

/** Null only when every RPC says so: one that is down may know the transaction. */
async function findMined(rpcs: readonly Rpc[], hash: Hex): Promise<MinedTransaction | null> {
  const asked = rpcs.map(async (rpc) => ({ rpc, mined: await rpc.transaction(hash) }));
  await Promise.any(asked.map(async (each) => (await each).mined ?? Promise.reject())).catch(() => {});
  const { answers, failures } = await collect(asked);
  const known = answers.flatMap(({ mined }) => (mined ? [mined] : []));
  const [first, ...others] = known.sort((a, b) => b.confirmations - a.confirmations);
  if (!first) {
    if (failures.length > 0) throw chainUnavailable(failures[0]);
    return null;
  }
  const mined = agreed([first, ...others], keyOfTransaction, `transaction ${hash}`);
  // An RPC that does not know the transaction either lags, or has another block in that place.
  const without = answers.flatMap(({ rpc, mined }) => (mined ? [] : [rpc.blockHash(first.block.number)]));
  const { answers: hashes } = await collect(without);
  if (hashes.some((other) => other !== null && other !== first.block.hash))
    throw disagreement(`block ${first.block.number}`);
  return mined;
}

type Part = { transfers: TokenTransfer[] } | { failure: unknown };

async function agreedTransfers(rpcs: readonly Rpc[], range: TransferRange): Promise<Part> {
  const { answers, failures } = await collect(rpcs.map((rpc) => rpc.transfers(range)));
  const [first, ...others] = answers;
  if (!first) return { failure: failures[0] };
  return { transfers: agreed([first, ...others], keyOfTransfers, `blocks ${range.from} to ${range.to}`) };
}

/** Blocks per log request; halved when a provider refuses the range. */
const SCAN_STEP = 1000;

async function scanInSteps(
  { from, to, recipient }: TransferRange,
  read: (range: TransferRange) => Promise<Part>,
): Promise<TokenTransfer[]> {
  const found: TokenTransfer[] = [];
  let step = SCAN_STEP;
  for (let start = from; start <= to; ) {
    const end = Math.min(to, start + step - 1);
    const part = await read({ from: start, to: end, recipient });
    if ('transfers' in part) {
      found.push(...part.transfers);
      start = end + 1;
      step = Math.min(SCAN_STEP, step * 2);
    } else if (step === 1) throw chainUnavailable(part.failure);
    else step = Math.floor(step / 2);
  }
  return found;
}

const keyOfTransaction = ({ block, reverted, transfers }: MinedTransaction) =>
  [block.hash, reverted, keyOfTransfers(transfers)].join();

const keyOfTransfers = (transfers: readonly TokenTransfer[]) =>
  transfers
    .map(({ block_hash, tx_hash, log_index, sender, recipient, amount }) =>
      [block_hash, tx_hash, log_index, sender, recipient, amount].join(),
    )
    .sort()
    .join(' ');
