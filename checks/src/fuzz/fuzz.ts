import type { OpenApiDocument } from '@touchline/api/openapi/document';
import fc from 'fast-check';
import type { Cast } from './cast.ts';
import { asCurl, type Input } from './input.ts';
import { type DocumentedCall, inputsFor } from './inputs.ts';
import { differences, type RowCounts } from './row-counts.ts';
import { createSender } from './send.ts';
import { problemWith } from './verdict.ts';
import { walk } from './walk.ts';

export interface FuzzOptions {
  /** The gateway's. */
  url: string;
  document: OpenApiDocument;
  cast: Cast;
  count: () => Promise<RowCounts>;
  seed: number;
  /** Requests per call. */
  runs: number;
  /** Only the call of this name (operationId). */
  only?: string | undefined;
  say: (text: string) => void;
  /** Ends the fuzz before the next request. */
  signal?: AbortSignal;
}

export interface FuzzResult {
  passed: number;
  /** What went wrong, with how to see it again. */
  failures: string[];
}

/** Walks over all calls of the document, then sends `runs` requests to each and holds the answers against what is promised. */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const all = documentedCalls(options.document);
  const calls = all.filter(({ operation }) => !options.only || operation.operationId === options.only);
  if (calls.length === 0) throw new Error(`the document has no call named ${options.only}`);
  const sender = createSender(options.url);
  const failures: string[] = [];
  let passed = 0;
  try {
    const { cast } = options;
    const walked = await walk(calls, cast.known, (input) => {
      options.signal?.throwIfAborted();
      return sender.send(input, cast.token(input.caller, input.which));
    });
    options.say(
      `walked over ${calls.length} calls: ${walked.passed} passed, ${walked.failures.length} failed`,
    );
    failures.push(...walked.failures);
    passed += walked.passed;
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
  { url, cast, count, seed, runs, say, signal }: FuzzOptions,
  { send }: ReturnType<typeof createSender>,
): Promise<string | null> {
  const { operationId } = call.operation;
  const statuses = new Map<number, number>();
  await cast.signInAgain();
  let rows = await count();

  /** Whoever is refused has stored nothing. */
  async function problemWithRows(status: number): Promise<string | null> {
    const after = await count();
    const changed = status < 300 ? [] : differences(rows, after);
    rows = after;
    return changed.length > 0 ? `refused, and yet changed what is stored: ${changed.join(', ')}` : null;
  }

  async function tryOne(input: Input): Promise<void> {
    if (signal?.aborted) return; // a failure would be made small first, request by request
    const answer = await send(input, cast.token(input.caller, input.which));
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    const problem =
      problemWith(input, answer, all) ??
      (call.method === 'GET' ? null : await problemWithRows(answer.status));
    if (problem) throw new Error(problem);
  }

  const result = await fc.check(fc.asyncProperty(inputsFor(call, cast.known), tryOne), {
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
      `  again: npm run fuzz -- --seed ${seed} --runs ${runs} --only ${operationId}`,
    ].join('\n');
  const changed = call.method === 'GET' ? differences(rows, await count()) : [];
  if (changed.length > 0)
    return `${call.method} ${call.path}: reading changed what is stored: ${changed.join(', ')}`;
  if ((statuses.get(429) ?? 0) * 2 < runs) return null;
  return `${call.method} ${call.path}: most requests ended at a rate limit (429), not in the handler`;
}
