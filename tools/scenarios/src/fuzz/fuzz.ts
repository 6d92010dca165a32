import type { OpenApiDocument } from '@touchline/api/openapi/document';
import fc from 'fast-check';
import { findProblem } from './check-response.ts';
import { checkContract } from './contract.ts';
import { formatCurl, type Input } from './input.ts';
import { type DocumentedEndpoint, generateInputs } from './inputs.ts';
import { findDifferences, type RowCounts } from './row-counts.ts';
import { createSender, type HttpResponse } from './send.ts';
import type { Callers } from './sign-in-callers.ts';

export interface FuzzOptions {
  url: string;
  document: OpenApiDocument;
  callers: Callers;
  count: () => Promise<RowCounts>;
  seed: number;
  /** Requests per endpoint. */
  runs: number;
  /** Restricts the run to the endpoint with this operationId. */
  only?: string | undefined;
  log: (text: string) => void;
  /** Stops before the next request. */
  signal?: AbortSignal;
}

export interface FuzzResult {
  passed: number;
  /** Each failure names the request and the command that repeats it. */
  failures: string[];
}

/** Checks the contract of every documented endpoint, then sends `runs` generated requests to each and checks the responses. */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const all = listEndpoints(options.document);
  const endpoints = all.filter(({ operation }) => !options.only || operation.operationId === options.only);
  if (endpoints.length === 0) throw new Error(`no endpoint has the operationId ${options.only}`);
  const sender = createSender(options.url);
  const failures: string[] = [];
  let passed = 0;
  try {
    const { callers } = options;
    const sessions = createSessions(callers);
    const send = async (input: Input) => {
      options.signal?.throwIfAborted();
      const response = await sender.send(input, callers.token(input.caller, input.which));
      sessions.note(input, response);
      return response;
    };
    const contract = await checkContract(endpoints, callers.known, send);
    options.log(
      `contract of ${endpoints.length} endpoints: ${contract.passed} passed, ${contract.failures.length} failed`,
    );
    failures.push(...contract.failures);
    passed += contract.passed;
    for (const endpoint of endpoints) {
      await sessions.renew();
      const failure = await fuzzEndpoint(endpoint, all, options, send);
      if (failure) failures.push(failure);
      else passed++;
    }
  } finally {
    sender.close();
  }
  return { passed, failures };
}

/** Lists the endpoints of the OpenAPI document. */
export function listEndpoints({ paths }: OpenApiDocument): DocumentedEndpoint[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** A third of the life of an access token. */
const RENEWAL_MS = 5 * 60_000;

/** Renews the sessions of the callers when a request may have ended one, and before their tokens expire. */
function createSessions({ signInAgain }: Callers) {
  let since = Date.now();
  let ended = false;
  return {
    note({ caller, path }: Input, { status }: HttpResponse) {
      const rejected = status === 401 && (caller === 'player' || caller === 'admin');
      if (rejected || path.startsWith('/auth/')) ended = true;
    },
    async renew() {
      if (!ended && Date.now() - since < RENEWAL_MS) return;
      await signInAgain();
      since = Date.now();
      ended = false;
    },
  };
}

async function fuzzEndpoint(
  endpoint: DocumentedEndpoint,
  all: readonly DocumentedEndpoint[],
  { url, callers, count, seed, runs, log, signal }: FuzzOptions,
  send: (input: Input) => Promise<HttpResponse>,
): Promise<string | null> {
  const { operationId } = endpoint.operation;
  const statuses = new Map<number, number>();
  let rows = await count();

  /** Reports a rejected request that changed stored data. */
  async function findRowProblem(status: number): Promise<string | null> {
    const after = await count();
    const changed = status < 300 ? [] : findDifferences(rows, after);
    rows = after;
    return changed.length > 0 ? `rejected, but changed stored rows: ${changed.join(', ')}` : null;
  }

  async function tryInput(input: Input): Promise<void> {
    if (signal?.aborted) return; // returning skips shrinking, which sends more requests
    const response = await send(input);
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    const problem =
      findProblem(input, response, all) ??
      (endpoint.method === 'GET' ? null : await findRowProblem(response.status));
    if (problem) throw new Error(problem);
  }

  const result = await fc.check(fc.asyncProperty(generateInputs(endpoint, callers.known), tryInput), {
    seed,
    numRuns: runs,
  });
  signal?.throwIfAborted();
  const seen = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status} x${times}`);
  log(`${endpoint.method} ${endpoint.path}: ${seen.join(', ')}`);
  if (result.failed)
    return [
      `${endpoint.method} ${endpoint.path}: ${result.errorInstance instanceof Error ? result.errorInstance.message : 'failed'}`,
      `  ${result.counterexample ? formatCurl(url, result.counterexample[0]) : 'no input'}`,
      `  repeat: npm run fuzz -- --seed ${seed} --runs ${runs} --only ${operationId}`,
    ].join('\n');
  const changed = endpoint.method === 'GET' ? findDifferences(rows, await count()) : [];
  if (changed.length > 0)
    return `${endpoint.method} ${endpoint.path}: read request changed stored rows: ${changed.join(', ')}`;
  if ((statuses.get(429) ?? 0) * 2 < runs) return null;
  return `${endpoint.method} ${endpoint.path}: most requests were rate limited (429) and never reached the handler`;
}
