import type { Caller, Input } from './input.ts';
import type { DocumentedEndpoint } from './inputs.ts';
import type { HttpResponse } from './send.ts';
import type { KnownData } from './values.ts';

export type Send = (input: Input) => Promise<HttpResponse>;

interface Expectation {
  /** For example "A5 POST /games: guest is 401". */
  name: string;
  input: Partial<Input>;
  status: number | readonly number[];
  code?: string;
  namedField?: string;
}

export interface ContractResult {
  passed: number;
  failures: string[];
}

/**
 * Sends the same requests to every documented endpoint: access, bodies and queries. New endpoints are covered automatically.
 */
export async function checkContract(
  endpoints: readonly DocumentedEndpoint[],
  known: KnownData,
  send: Send,
): Promise<ContractResult> {
  const failures: string[] = [];
  let passed = 0;
  for (const endpoint of endpoints) {
    const base = buildRequest(endpoint, known);
    for (const expected of listExpectations(endpoint)) {
      const problem = findViolation(expected, await send({ ...base, ...appendPath(base, expected.input) }));
      if (problem) failures.push(`${expected.name}: ${problem}`);
      else passed++;
    }
  }
  return { passed, failures };
}

function listExpectations(endpoint: DocumentedEndpoint): Expectation[] {
  // Pages, streams and the OpenAPI document take no input.
  if (!('400' in endpoint.operation.responses)) return [];
  const access = listAccessExpectations(endpoint);
  // No caller has the token of a remote.
  if (endpoint.operation['x-auth'] === 'release') return access;
  return [...access, ...listBodyExpectations(endpoint), ...listQueryExpectations(endpoint)];
}

/** Valid values of path parameters that are not ids; others are numbers. */
const SAMPLES: Readonly<Record<string, string>> = { code: '00000000', device: '0'.repeat(64) };

/** Builds the simplest request to an endpoint, from a caller with access. */
function buildRequest({ method, path, operation }: DocumentedEndpoint, known: KnownData): Input {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'participation_id' || path.includes('/participations/'))
      return known.participations[0] ?? '';
    if (path.startsWith('/admin/')) return findAdminValue(path, name, known);
    if (path.startsWith('/releases/')) return name === 'name' ? 'mf-staking' : '1.0.0';
    if (name === 'wallet') return known.wallets[0] ?? '';
    if (name === 'id') return path.startsWith('/fpl/') ? '1' : (known.games[0] ?? '');
    return SAMPLES[name] ?? '1';
  });
  const body = method === 'GET' ? null : '{}';
  return {
    method,
    path: filled,
    caller: operation['x-auth'] === 'admin' ? 'admin' : 'player',
    which: 0,
    headers: body === null ? {} : { 'content-type': 'application/json' },
    body,
    bytes: 'utf8',
  };
}

/** Finds a valid value of a path parameter of an admin endpoint, so that the rest of the request is read. */
function findAdminValue(path: string, name: string, known: KnownData): string {
  if (name === 'wallet' || name === 'userId') return known.wallets[0] ?? '';
  if (path.startsWith('/admin/payouts/')) return 'games.1';
  if (path.startsWith('/admin/switches/')) return 'tournaments';
  if (path.startsWith('/admin/remotes/')) return 'mf-unknown';
  if (path.startsWith('/admin/services/')) return 'unknown';
  return (path.startsWith('/admin/game-participations/') ? known.participations : known.games)[0] ?? '';
}

/** Returns the first page number that a list rejects. Admin tables and leagues hold up to a million rows. */
const findFirstInvalidPage = ({ path }: DocumentedEndpoint) =>
  path.startsWith('/admin/') || path.startsWith('/leagues/') ? 1_000_000 : 10_001;

const appendPath = (base: Input, { path, ...input }: Partial<Input>): Partial<Input> =>
  path === undefined ? input : { ...input, path: base.path + path };

/** A5, A2: access is checked first. */
function listAccessExpectations(endpoint: DocumentedEndpoint): Expectation[] {
  const auth = endpoint.operation['x-auth'];
  const by = (caller: Caller, which = 0) => ({ caller, which });
  const name = (text: string) => `A5 ${endpoint.method} ${endpoint.path}: ${text}`;
  if (auth === 'none' || auth === 'optional')
    return [{ name: name('guest is not 401'), input: by('guest'), status: allExcept(401) }];
  const rejections: Expectation[] = [
    { name: name('guest is 401'), input: by('guest'), status: 401, code: 'TOKEN_MISSING' },
    ...[0, 1, 2, 3].map((which) => ({
      name: name(`forged token ${which} is 401`),
      input: by('forger', which),
      status: 401,
      code: 'TOKEN_INVALID',
    })),
  ];
  if (auth !== 'admin') return rejections;
  return [
    ...rejections,
    { name: name('player is 403'), input: by('player'), status: 403, code: 'FORBIDDEN' },
    { name: name('administrator has access'), input: by('admin'), status: allExcept(401, 403) },
  ];
}

const STATUSES = [200, 201, 202, 400, 401, 403, 404, 409, 413, 415, 422];
const allExcept = (...not: number[]) => STATUSES.filter((status) => !not.includes(status));

/** A12, A6: bodies are JSON, limited in size and without undeclared fields. */
function listBodyExpectations(endpoint: DocumentedEndpoint): Expectation[] {
  if (endpoint.method === 'GET') return [];
  const name = (text: string) => `A12 ${endpoint.method} ${endpoint.path}: ${text}`;
  const json = (body: string) => ({ body });
  const million = JSON.stringify({ list: Array.from({ length: 100_000 }, (_, index) => index) });
  return [
    {
      name: name('body of 40 kB is 413'),
      input: json(`{"a":"${'x'.repeat(40_000)}"}`),
      status: 413,
      code: 'BODY_TOO_LARGE',
    },
    { name: name('list of 100,000 items is 413'), input: json(million), status: 413 },
    { name: name('truncated JSON is 400'), input: json('{"a":'), status: 400, code: 'VALIDATION_FAILED' },
    { name: name('list as body is 400'), input: json('[]'), status: 400, code: 'VALIDATION_FAILED' },
    { name: name('__proto__ is 400'), input: json('{"__proto__":{"isAdmin":true}}'), status: 400 },
    {
      name: name('unknown field is 400 and named'),
      input: json('{"earned_points":1}'),
      status: 400,
      namedField: 'earned_points',
    },
    {
      name: name('form is 415'),
      input: { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=1' },
      status: 415,
      code: 'UNSUPPORTED_MEDIA_TYPE',
    },
  ];
}

/** A13, A14: queries have no repeated or undeclared keys and only known sort orders, and text is never interpreted. */
function listQueryExpectations(endpoint: DocumentedEndpoint): Expectation[] {
  const name = (row: string, text: string) => `${row} ${endpoint.method} ${endpoint.path}: ${text}`;
  const rejection = (row: string, query: string, namedField: string): Expectation => ({
    name: name(row, `${decodeURIComponent(query)} is 400 and named`),
    input: { path: `?${query}` },
    status: 400,
    code: 'VALIDATION_FAILED',
    namedField,
  });
  const keys = endpoint.operation.parameters.filter((one) => one.in === 'query').map((one) => one.name);
  const sql = encodeURIComponent('(select pg_sleep(5)) desc; drop table users --');
  return [
    rejection('A14', 'limitless=1', 'limitless'),
    ...keys.map((key) => rejection('A14', `${key}=1&${key}=9999`, key)),
    ...keys.filter((key) => key.startsWith('sort')).map((key) => rejection('A13', `${key}=${sql}`, key)),
    ...keys.filter((key) => key === 'limit').map((key) => rejection('A12', `${key}=101`, key)),
    ...keys
      .filter((key) => key === 'page')
      .map((key) => rejection('A12', `${key}=${findFirstInvalidPage(endpoint)}`, key)),
    ...keys
      .filter((key) => key === 'search')
      .flatMap((key) => [
        rejection('A12', `${key}=${'a'.repeat(65)}`, key),
        ...['%%%%', '_'.repeat(64), "' or 1=1--", '\\', '\u0000'].map((text) => ({
          name: name('A13', `${key}=${JSON.stringify(text)} is treated as text`),
          input: { path: `?${key}=${encodeURIComponent(text)}` },
          status: [200, 400, 404],
        })),
      ]),
  ];
}

const SLOW_MS = 3_000;

function findViolation(expected: Expectation, { status, text, ms }: HttpResponse): string | null {
  const statuses = Array.isArray(expected.status) ? expected.status : [expected.status];
  if (!statuses.includes(status)) return `responded with ${status} ${text.slice(0, 300)}`;
  if (ms > SLOW_MS) return `took ${Math.round(ms)} ms`;
  const error = status >= 400 ? (JSON.parse(text) as { code: string; details?: { path?: string }[] }) : null;
  if (expected.code && error?.code !== expected.code) return `responded with ${error?.code}`;
  if (expected.namedField && !error?.details?.some(({ path }) => path === expected.namedField))
    return `did not name ${expected.namedField}: ${text.slice(0, 300)}`;
  return null;
}
