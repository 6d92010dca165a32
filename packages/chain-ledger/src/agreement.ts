import { TouchlineError } from '@touchline/api/errors';

/** A single RPC may lie, so two must agree. If only one is configured, its responses are accepted. */
const QUORUM = 2;

/** Number of these RPCs that must return the same result. */
export const computeQuorum = (rpcs: readonly unknown[]): number => Math.min(QUORUM, rpcs.length);

/** Time for the other RPCs once the first has responded or failed. A missing response never counts as a result. */
export const SLOW_RPC_TIMEOUT_MS = 5_000;

export interface RpcResponse<R, T> {
  rpc: R;
  value: T;
}

interface QueryAllOptions<R, T> {
  send: (rpc: R) => Promise<T>;
  /** True if the other RPCs get only `graceMs` more, by default no time at all. */
  isEnough: (responses: readonly RpcResponse<R, T>[]) => boolean;
  graceMs?: number;
  /** True if no other response can change the result. */
  isFinal?: (responses: readonly RpcResponse<R, T>[]) => boolean;
  timeoutMs: number;
}

/** Queries all RPCs concurrently. An RPC that does not respond in time counts as failed. */
export function queryAll<R, T>(
  rpcs: readonly R[],
  { send, isEnough, graceMs = 0, isFinal = () => false, timeoutMs }: QueryAllOptions<R, T>,
): Promise<{ responses: RpcResponse<R, T>[]; failures: unknown[] }> {
  const responses: RpcResponse<R, T>[] = [];
  const failures: unknown[] = [];
  return new Promise((resolve) => {
    let timeout: NodeJS.Timeout | undefined;
    let grace: NodeJS.Timeout | undefined;
    const end = () => {
      clearTimeout(timeout);
      clearTimeout(grace);
      const pending = rpcs.length - responses.length - failures.length;
      const timedOut = Array.from({ length: pending }, () => new Error('the RPC did not respond in time'));
      resolve({ responses: [...responses], failures: [...failures, ...timedOut] });
    };
    const onSettled = () => {
      if (responses.length + failures.length === rpcs.length || isFinal(responses)) return end();
      timeout ??= setTimeout(end, timeoutMs);
      if (isEnough(responses)) grace ??= setTimeout(end, graceMs);
    };
    for (const rpc of rpcs)
      void send(rpc)
        .then(
          (value) => responses.push({ rpc, value }),
          (error: unknown) => failures.push(error),
        )
        .then(onSettled);
  });
}

export interface RpcQuery<R, T> {
  send: (rpc: R) => Promise<T>;
  /** Two values with the same key agree. */
  toKey: (value: T) => string;
  /** Names the requested data in logs and errors. */
  subject: string;
}

export interface AgreementOptions<R> {
  timeoutMs: number;
  /** Called for every RPC that contradicts the accepted result, or for all of them if no result has a majority. */
  onOutvoted: (rpc: R, subject: string) => void;
}

/**
 * Finds the result that a quorum of the RPCs returns and that has more votes than any other result.
 * @returns the agreeing values
 * @throws TouchlineError UPSTREAM_UNAVAILABLE when too few RPCs respond in time, or they contradict each other
 */
export async function queryQuorum<R, T>(
  rpcs: readonly R[],
  { send, toKey, subject }: RpcQuery<R, T>,
  { timeoutMs, onOutvoted }: AgreementOptions<R>,
): Promise<[T, ...T[]]> {
  const quorum = computeQuorum(rpcs);
  const isEnough = (received: readonly RpcResponse<R, T>[]) => {
    const [majority, runnerUp] = rankResponses(received, toKey);
    return majority.length >= quorum && majority.length > runnerUp.length + rpcs.length - received.length;
  };
  const { responses, failures } = await queryAll(rpcs, { send, isEnough, timeoutMs });
  const [majority, runnerUp] = rankResponses(responses, toKey);
  const [first, ...others] = majority.map(({ value }) => value);
  if (first === undefined || majority.length < quorum || majority.length === runnerUp.length) {
    if (runnerUp.length > 0) for (const { rpc } of responses) onOutvoted(rpc, subject);
    throw chainUnavailableError(failures[0] ?? new Error(`the RPCs disagree on ${subject}`));
  }
  for (const { rpc, value } of responses) if (toKey(value) !== toKey(first)) onOutvoted(rpc, subject);
  return [first, ...others];
}

/** The largest group of agreeing responses, and the second largest. */
function rankResponses<R, T>(
  responses: readonly RpcResponse<R, T>[],
  toKey: (value: T) => string,
): [RpcResponse<R, T>[], RpcResponse<R, T>[]] {
  const groups = new Map<string, RpcResponse<R, T>[]>();
  for (const response of responses) {
    const key = toKey(response.value);
    groups.set(key, [...(groups.get(key) ?? []), response]);
  }
  const [majority = [], runnerUp = []] = [...groups.values()].sort((a, b) => b.length - a.length);
  return [majority, runnerUp];
}

/** The height that at least `count` of the RPCs have reached. */
export const nthHighest = (count: number, heights: readonly number[]): number =>
  heights.toSorted((a, b) => b - a)[count - 1]!;

/** Builds the UPSTREAM_UNAVAILABLE error for a client; it may retry after 5 s. */
export function chainUnavailableError(cause: unknown): TouchlineError {
  const sentence = 'The blockchain can’t be reached right now. Your tokens are safe. Try again in a moment.';
  return new TouchlineError('UPSTREAM_UNAVAILABLE', sentence, { cause, retryAfter: 5 });
}
