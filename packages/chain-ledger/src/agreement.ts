import { TouchlineError } from '@touchline/api/errors';

/** Any one RPC may lie, so two must say the same; where only one is configured, that one is believed. */
const WITNESSES = 2;

/** How many of these RPCs must say the same. */
export const quorumOf = (rpcs: readonly unknown[]): number => Math.min(WITNESSES, rpcs.length);

/** Once one RPC has answered or failed, the others get this long. Silence is never taken for an answer. */
export const PATIENCE_MS = 5_000;

export interface Answer<R, T> {
  rpc: R;
  value: T;
}

interface Hearing<R, T> {
  ask: (rpc: R) => Promise<T>;
  /** Whether the others need not be waited for any longer than `graceMs`, by default not at all. */
  enough: (answers: readonly Answer<R, T>[]) => boolean;
  graceMs?: number;
  patienceMs: number;
}

/** Asks all RPCs at once. One that has not answered in time counts as a failure. */
export function hear<R, T>(
  rpcs: readonly R[],
  { ask, enough, graceMs = 0, patienceMs }: Hearing<R, T>,
): Promise<{ answers: Answer<R, T>[]; failures: unknown[] }> {
  const answers: Answer<R, T>[] = [];
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

export interface Question<R, T> {
  ask: (rpc: R) => Promise<T>;
  /** Two answers with the same key agree. */
  keyOf: (answer: T) => string;
  about: string;
}

export interface Patience<R> {
  patienceMs: number;
  /** Told of every RPC that said something else than what was agreed, or of all if they differ and none has the majority. */
  onOutvoted: (rpc: R, about: string) => void;
}

/**
 * What enough RPCs say: at least two (of one, that one), and more than say anything else.
 * @returns their answers
 * @throws TouchlineError UPSTREAM_UNAVAILABLE when too few answer in time, or they contradict each other
 */
export async function agreed<R, T>(
  rpcs: readonly R[],
  { ask, keyOf, about }: Question<R, T>,
  { patienceMs, onOutvoted }: Patience<R>,
): Promise<[T, ...T[]]> {
  const quorum = quorumOf(rpcs);
  const enough = (answers: readonly Answer<R, T>[]) => {
    const [most, next] = tally(answers, keyOf);
    return most.length >= quorum && most.length > next.length + rpcs.length - answers.length;
  };
  const { answers, failures } = await hear(rpcs, { ask, enough, patienceMs });
  const [most, next] = tally(answers, keyOf);
  const [first, ...others] = most.map(({ value }) => value);
  if (first === undefined || most.length < quorum || most.length === next.length) {
    if (next.length > 0) for (const { rpc } of answers) onOutvoted(rpc, about);
    throw chainUnavailable(failures[0] ?? new Error(`the RPCs disagree on ${about}`));
  }
  for (const { rpc, value } of answers) if (keyOf(value) !== keyOf(first)) onOutvoted(rpc, about);
  return [first, ...others];
}

/** The answer that most give, and the next one. */
function tally<R, T>(
  answers: readonly Answer<R, T>[],
  keyOf: (answer: T) => string,
): [Answer<R, T>[], Answer<R, T>[]] {
  const groups = new Map<string, Answer<R, T>[]>();
  for (const answer of answers) {
    const key = keyOf(answer.value);
    groups.set(key, [...(groups.get(key) ?? []), answer]);
  }
  const [most = [], next = []] = [...groups.values()].sort((a, b) => b.length - a.length);
  return [most, next];
}

/** What `count` of the RPCs have at least reached. */
export const reachedBy = (count: number, heights: readonly number[]): number =>
  heights.toSorted((a, b) => b - a)[count - 1]!;

export function chainUnavailable(cause: unknown): TouchlineError {
  const sentence = 'The chain cannot be reached at the moment. Nothing is lost; try again in a little while.';
  return new TouchlineError('UPSTREAM_UNAVAILABLE', sentence, { cause, retryAfter: 5 });
}
