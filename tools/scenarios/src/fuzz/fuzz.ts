import type { OpenApiDocument } from '@touchline/api/openapi/document';
import fc from 'fast-check';
import type { Callers } from './sign-in-callers.ts';
import { checkContract } from './contract.ts';
import { asCurl, type Input } from './input.ts';
import { type DocumentedCall, inputsFor } from './inputs.ts';
import { differences, type RowCounts } from './row-counts.ts';
import { createSender } from './send.ts';
import { problemWith } from './check-response.ts';

export interface FuzzOptions {
  url: string;
  document: OpenApiDocument;
  callers: Callers;
  count: () => Promise<RowCounts>;
  seed: number;
  /** Requests per call. */
  runs: number;
  /** Only the call with this operationId. */
  only?: string | undefined;
  say: (text: string) => void;
  /** Stops the fuzz before the next request. */
  signal?: AbortSignal;
}

export interface FuzzResult {
  passed: number;
  /** Each with the request and the command that repeats it. */
  failures: string[];
}

/** Checks the contract of every documented call, then sends `runs` generated requests to each and judges the answers. */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const all = documentedCalls(options.document);
  const calls = all.filter(({ operation }) => !options.only || operation.operationId === options.only);
  if (calls.length === 0) throw new Error(`no call is named ${options.only}`);
  const sender = createSender(options.url);
  const failures: string[] = [];
  let passed = 0;
  try {
    const { callers } = options;
    const contract = await checkContract(calls, callers.known, (input) => {
      options.signal?.throwIfAborted();
      return sender.send(input, callers.token(input.caller, input.which));
    });
    options.say(
      `contract of ${calls.length} calls: ${contract.passed} passed, ${contract.failures.length} failed`,
    );
    failures.push(...contract.failures);
    passed += contract.passed;
    for (const call of calls) {
      const failure = await fuzzCall(call, all, options, sender);
      if (failure) failures.push(failure);
      else passed++;
    }
  } finally {
    sender.close();
  }
  return { passed, failures };
}

export function documentedCalls({ paths }: OpenApiDocument): DocumentedCall[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

async function fuzzCall(
  call: DocumentedCall,
  all: readonly DocumentedCall[],
  { url, callers, count, seed, runs, say, signal }: FuzzOptions,
  { send }: ReturnType<typeof createSender>,
): Promise<string | null> {
  const { operationId } = call.operation;
  const statuses = new Map<number, number>();
  await callers.signInAgain();
  let rows = await count();

  /** A refused call must not change stored data. */
  async function problemWithRows(status: number): Promise<string | null> {
    const after = await count();
    const changed = status < 300 ? [] : differences(rows, after);
    rows = after;
    return changed.length > 0 ? `refused, but changed stored rows: ${changed.join(', ')}` : null;
  }

  async function tryOne(input: Input): Promise<void> {
    if (signal?.aborted) return; // returning skips shrinking, which sends more requests
    const answer = await send(input, callers.token(input.caller, input.which));
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    const problem =
      problemWith(input, answer, all) ??
      (call.method === 'GET' ? null : await problemWithRows(answer.status));
    if (problem) throw new Error(problem);
  }

  const result = await fc.check(fc.asyncProperty(inputsFor(call, callers.known), tryOne), {
    seed,
    numRuns: runs,
  });
  signal?.throwIfAborted();
  const seen = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status} x${times}`);
  say(`${call.method} ${call.path}: ${seen.join(', ')}`);
  if (result.failed)
    return [
      `${call.method} ${call.path}: ${result.errorInstance instanceof Error ? result.errorInstance.message : 'failed'}`,
      `  ${result.counterexample ? asCurl(url, result.counterexample[0]) : 'no input'}`,
      `  repeat: npm run fuzz -- --seed ${seed} --runs ${runs} --only ${operationId}`,
    ].join('\n');
  const changed = call.method === 'GET' ? differences(rows, await count()) : [];
  if (changed.length > 0)
    return `${call.method} ${call.path}: reading changed stored rows: ${changed.join(', ')}`;
  if ((statuses.get(429) ?? 0) * 2 < runs) return null;
  return `${call.method} ${call.path}: most requests were rate limited (429) and never reached the handler`;
}
