import { TouchlineError } from '@touchline/api/errors';

/** Any one RPC may lie, so two must say the same; where only one is configured, that one is believed. */
const QUORUM = 2;

/** How many of these RPCs must say the same. */
export const computeQuorum = (rpcs: readonly unknown[]): number => Math.min(QUORUM, rpcs.length);

/** Once one RPC has answered or failed, the others get this long. Silence is never taken for an answer. */
export const SLOW_RPC_TIMEOUT_MS = 5_000;

export interface RpcResponse<R, T> {
  rpc: R;
  value: T;
}

interface QueryAllOptions<R, T> {
  ask: (rpc: R) => Promise<T>;
  /** Whether the others need not be waited for any longer than `graceMs`, by default not at all. */
  enough: (answers: readonly RpcResponse<R, T>[]) => boolean;
  graceMs?: number;
  patienceMs: number;
}

/** Asks all RPCs at once. One that has not answered in time counts as a failure. */
export function queryAll<R, T>(
  rpcs: readonly R[],
  { ask, enough, graceMs = 0, patienceMs }: QueryAllOptions<R, T>,
): Promise<{ answers: RpcResponse<R, T>[]; failures: unknown[] }> {
  const answers: RpcResponse<R, T>[] = [];
  const failures: unknown[] = [];
  return new Promise((resolve) => {
    let patience: NodeJS.Timeout | undefined;
    let grace: NodeJS.Timeout | undefined;
    const end = () => {
      clearTimeout(patience);
      clearTimeout(grace);
      const silent = rpcs.length - answers.length - failures.length;
      const late = Array.from({ length: silent }, () => new Error('the RPC did not answer in time'));
      resolve({ answers: [...answers], failures: [...failures, ...late] });
    };
    const onSettled = () => {
      if (answers.length + failures.length === rpcs.length) return end();
      patience ??= setTimeout(end, patienceMs);
      if (enough(answers)) grace ??= setTimeout(end, graceMs);
    };
    for (const rpc of rpcs)
      void ask(rpc)
        .then(
          (value) => answers.push({ rpc, value }),
          (error: unknown) => failures.push(error),
        )
        .then(onSettled);
  });
}

export interface RpcQuery<R, T> {
  ask: (rpc: R) => Promise<T>;
  /** Two answers with the same key agree. */
  keyOf: (answer: T) => string;
  about: string;
}

export interface AgreementOptions<R> {
  patienceMs: number;
  /** Told of every RPC that said something else than what was agreed, or of all if they differ and none has the majority. */
  onOutvoted: (rpc: R, about: string) => void;
}

/**
 * What enough RPCs say: at least two (of one, that one), and more than say anything else.
 * @returns their answers
 * @throws TouchlineError UPSTREAM_UNAVAILABLE when too few answer in time, or they contradict each other
 */
export async function queryQuorum<R, T>(
  rpcs: readonly R[],
  { ask, keyOf, about }: RpcQuery<R, T>,
  { patienceMs, onOutvoted }: AgreementOptions<R>,
): Promise<[T, ...T[]]> {
  const quorum = computeQuorum(rpcs);
  const enough = (answers: readonly RpcResponse<R, T>[]) => {
    const [most, next] = rankResponses(answers, keyOf);
    return most.length >= quorum && most.length > next.length + rpcs.length - answers.length;
  };
  const { answers, failures } = await queryAll(rpcs, { ask, enough, patienceMs });
  const [most, next] = rankResponses(answers, keyOf);
  const [first, ...others] = most.map(({ value }) => value);
  if (first === undefined || most.length < quorum || most.length === next.length) {
    if (next.length > 0) for (const { rpc } of answers) onOutvoted(rpc, about);
    throw chainUnavailableError(failures[0] ?? new Error(`the RPCs disagree on ${about}`));
  }
  for (const { rpc, value } of answers) if (keyOf(value) !== keyOf(first)) onOutvoted(rpc, about);
  return [first, ...others];
}

/** The answer that most give, and the next one. */
function rankResponses<R, T>(
  answers: readonly RpcResponse<R, T>[],
  keyOf: (answer: T) => string,
): [RpcResponse<R, T>[], RpcResponse<R, T>[]] {
  const groups = new Map<string, RpcResponse<R, T>[]>();
  for (const answer of answers) {
    const key = keyOf(answer.value);
    groups.set(key, [...(groups.get(key) ?? []), answer]);
  }
  const [most = [], next = []] = [...groups.values()].sort((a, b) => b.length - a.length);
  return [most, next];
}

/** What `count` of the RPCs have at least reached. */
export const nthHighest = (count: number, heights: readonly number[]): number =>
  heights.toSorted((a, b) => b - a)[count - 1]!;

export function chainUnavailableError(cause: unknown): TouchlineError {
  const sentence = 'The chain cannot be reached at the moment. Nothing is lost; try again in a little while.';
  return new TouchlineError('UPSTREAM_UNAVAILABLE', sentence, { cause, retryAfter: 5 });
}
