import type { Caller, Input } from './input.ts';
import type { DocumentedCall } from './inputs.ts';
import type { Answer } from './send.ts';
import type { Known } from './values.ts';

export type Send = (input: Input) => Promise<Answer>;

interface Expectation {
  /** For example "A5 POST /games: a guest is 401". */
  name: string;
  input: Partial<Input>;
  status: number | readonly number[];
  code?: string;
  names?: string;
}

export interface ContractResult {
  passed: number;
  failures: string[];
}

/**
 * Sends the same requests to every documented call: access, bodies, queries. New calls are covered automatically.
 */
export async function checkContract(
  calls: readonly DocumentedCall[],
  known: Known,
  send: Send,
): Promise<ContractResult> {
  const failures: string[] = [];
  let passed = 0;
  for (const call of calls) {
    const basis = simplest(call, known);
    for (const expected of expectations(call)) {
      const problem = differs(expected, await send({ ...basis, ...withPath(basis, expected.input) }));
      if (problem) failures.push(`${expected.name}: ${problem}`);
      else passed++;
    }
  }
  return { passed, failures };
}

function expectations(call: DocumentedCall): Expectation[] {
  // Pages, streams and the document take no input.
  if (!('400' in call.operation.responses)) return [];
  return [...accessExpectations(call), ...bodyExpectations(call), ...queryExpectations(call)];
}

/** The simplest request to a call, from a caller with access. */
function simplest({ method, path, operation }: DocumentedCall, known: Known): Input {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'participation_id' || path.includes('/participations/'))
      return known.participations[0] ?? '';
    if (path.startsWith('/admin/')) return forAdmins(path, name, known);
    if (path.startsWith('/games/')) return known.games[0] ?? '';
    if (path.startsWith('/releases/')) return name === 'name' ? 'mf-staking' : '1.0.0';
    return name === 'wallet' ? (known.wallets[0] ?? '') : '1';
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

/** A value that fits a path parameter of an administrator's call, so that the rest of the call is read. */
function forAdmins(path: string, name: string, known: Known): string {
  if (name === 'wallet' || name === 'userId') return known.wallets[0] ?? '';
  if (path.startsWith('/admin/payouts/')) return 'games.1';
  if (path.startsWith('/admin/switches/')) return 'tournaments';
  if (path.startsWith('/admin/remotes/')) return 'mf-nobody';
  return (path.startsWith('/admin/game-participations/') ? known.participations : known.games)[0] ?? '';
}

/** The first page number that a list refuses: the tables of the administration hold a million rows. */
const beyond = ({ path }: DocumentedCall) => (path.startsWith('/admin/') ? 1_000_000 : 10_001);

const withPath = (basis: Input, { path, ...input }: Partial<Input>): Partial<Input> =>
  path === undefined ? input : { ...input, path: basis.path + path };

/** A5, A2: access is checked before anything else. */
function accessExpectations(call: DocumentedCall): Expectation[] {
  const who = call.operation['x-auth'];
  const by = (caller: Caller, which = 0) => ({ caller, which });
  const name = (text: string) => `A5 ${call.method} ${call.path}: ${text}`;
  if (who === 'none' || who === 'optional')
    return [{ name: name('is never 401'), input: by('guest'), status: except(401) }];
  const refused: Expectation[] = [
    { name: name('a guest is 401'), input: by('guest'), status: 401, code: 'TOKEN_MISSING' },
    ...[0, 1, 2, 3].map((which) => ({
      name: name(`forged token ${which} is 401`),
      input: by('forger', which),
      status: 401,
      code: 'TOKEN_INVALID',
    })),
  ];
  if (who === 'player') return refused;
  return [
    ...refused,
    { name: name('a player is 403'), input: by('player'), status: 403, code: 'FORBIDDEN' },
    { name: name('an administrator is let in'), input: by('admin'), status: except(401, 403) },
  ];
}

const STATUSES = [200, 201, 202, 400, 401, 403, 404, 409, 413, 415, 422];
const except = (...not: number[]) => STATUSES.filter((status) => !not.includes(status));

/** A12, A6: only JSON, limited in size, without undeclared fields. */
function bodyExpectations(call: DocumentedCall): Expectation[] {
  if (call.method === 'GET') return [];
  const name = (text: string) => `A12 ${call.method} ${call.path}: ${text}`;
  const json = (body: string) => ({ body });
  const million = JSON.stringify({ list: Array.from({ length: 100_000 }, (_, index) => index) });
  return [
    {
      name: name('40 kB are 413'),
      input: json(`{"a":"${'x'.repeat(40_000)}"}`),
      status: 413,
      code: 'BODY_TOO_LARGE',
    },
    { name: name('a list of 100,000 is 413'), input: json(million), status: 413 },
    { name: name('truncated JSON is 400'), input: json('{"a":'), status: 400, code: 'VALIDATION_FAILED' },
    { name: name('a list is 400'), input: json('[]'), status: 400, code: 'VALIDATION_FAILED' },
    { name: name('__proto__ is 400'), input: json('{"__proto__":{"isAdmin":true}}'), status: 400 },
    {
      name: name('an unknown field is 400 by name'),
      input: json('{"earned_points":1}'),
      status: 400,
      names: 'earned_points',
    },
    {
      name: name('a form is 415'),
      input: { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=1' },
      status: 415,
      code: 'UNSUPPORTED_MEDIA_TYPE',
    },
  ];
}

/** A13, A14: no repeated or undeclared keys, known sort orders, text that stays text. */
function queryExpectations(call: DocumentedCall): Expectation[] {
  const name = (row: string, text: string) => `${row} ${call.method} ${call.path}: ${text}`;
  const refused = (row: string, query: string, names: string): Expectation => ({
    name: name(row, `${decodeURIComponent(query)} is 400 by name`),
    input: { path: `?${query}` },
    status: 400,
    code: 'VALIDATION_FAILED',
    names,
  });
  const keys = call.operation.parameters.filter((one) => one.in === 'query').map((one) => one.name);
  const sql = encodeURIComponent('(select pg_sleep(5)) desc; drop table users --');
  return [
    refused('A14', 'limitless=1', 'limitless'),
    ...keys.map((key) => refused('A14', `${key}=1&${key}=9999`, key)),
    ...keys.filter((key) => key.startsWith('sort')).map((key) => refused('A13', `${key}=${sql}`, key)),
    ...keys.filter((key) => key === 'limit').map((key) => refused('A12', `${key}=101`, key)),
    ...keys.filter((key) => key === 'page').map((key) => refused('A12', `${key}=${beyond(call)}`, key)),
    ...keys
      .filter((key) => key === 'search')
      .flatMap((key) => [
        refused('A12', `${key}=${'a'.repeat(65)}`, key),
        ...['%%%%', '_'.repeat(64), "' or 1=1--", '\\', '\u0000'].map((text) => ({
          name: name('A13', `${key}=${JSON.stringify(text)} is only text`),
          input: { path: `?${key}=${encodeURIComponent(text)}` },
          status: [200, 400, 404],
        })),
      ]),
  ];
}

const SLOW_MS = 3_000;

function differs(expected: Expectation, { status, text, ms }: Answer): string | null {
  const wanted = Array.isArray(expected.status) ? expected.status : [expected.status];
  if (!wanted.includes(status)) return `answered ${status} ${text.slice(0, 300)}`;
  if (ms > SLOW_MS) return `took ${Math.round(ms)} ms`;
  const said = status >= 400 ? (JSON.parse(text) as { code: string; details?: { path?: string }[] }) : null;
  if (expected.code && said?.code !== expected.code) return `answered ${said?.code}`;
  if (expected.names && !said?.details?.some(({ path }) => path === expected.names))
    return `named ${text.slice(0, 300)}`;
  return null;
}
