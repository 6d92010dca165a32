import type { JsonSchema, Operation, Parameter } from '@touchline/api/openapi/document';
import fc from 'fast-check';
import { hostileText, undeclaredKey } from './hostile-values.ts';
import type { Caller, Input } from './input.ts';
import { mutated } from './mutate.ts';
import { type Known, valueLike } from './values.ts';

export interface DocumentedCall {
  method: string;
  /** Below /api, parameters as `{name}`. */
  path: string;
  operation: Operation;
}

/** Requests to one call: valid, nearly valid and invalid. */
export function inputsFor(call: DocumentedCall, known: Known): fc.Arbitrary<Input> {
  const { operation } = call;
  return fc
    .record({
      method: usually(call.method, fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'), 30),
      path: pathOf(call.path, operation.parameters, known),
      query: queryOf(operation.parameters, known),
      caller: callerOf(operation),
      which: fc.oneof(fc.nat(1), fc.nat(1_000)), // the first players have teams
      headers: fc.tuple(oddHeaders, versionOf(operation)).map(([odd, version]) => ({ ...odd, ...version })),
      sent: bodyOf(operation, known),
    })
    .map(({ method, path, query, caller, which, headers, sent }) => ({
      method,
      path: path + query,
      caller,
      which,
      headers: { ...headers, ...(sent ? { 'content-type': sent.type, ...sent.headers } : {}) },
      body: sent?.text ?? null,
      bytes: sent?.bytes ?? 'utf8',
    }));
}

function usually<T>(value: T, otherwise: fc.Arbitrary<T>, oneIn: number): fc.Arbitrary<T> {
  return fc.oneof({ weight: oneIn - 1, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: otherwise });
}

/** Versions that an owner may have given, for calls that must name one. */
function versionOf({ parameters }: Operation): fc.Arbitrary<Record<string, string>> {
  if (!parameters.some(({ name }) => name === 'If-Match')) return fc.constant({});
  return usually<Record<string, string>>(
    { 'if-match': '"1"' },
    fc.constantFrom<Record<string, string>>({}, { 'if-match': '*' }, { 'if-match': '"1", "2"' }),
    6,
  );
}

/** Usually a caller with access. */
function callerOf(operation: Operation): fc.Arbitrary<Caller> {
  const fitting: Caller = operation['x-auth'] === 'admin' ? 'admin' : 'player';
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(fitting) },
    { weight: 1, arbitrary: fc.constantFrom<Caller>('guest', 'player', 'admin', 'forger') },
  );
}

function pathOf(path: string, parameters: readonly Parameter[], known: Known): fc.Arbitrary<string> {
  const pieces = path.split('/').map((piece) => {
    const parameter = parameters.find(({ name, in: place }) => place === 'path' && piece === `{${name}}`);
    if (!parameter) return fc.constant(piece);
    const ids = knownIds(path, parameter.name, known);
    const text = ids
      ? fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...ids) }, parameterText(parameter, known))
      : parameterText(parameter, known);
    return text.map(encoded);
  });
  return fc.tuple(...pieces).map((texts) => texts.join('/'));
}

/** Known ids for a path parameter. */
function knownIds(path: string, name: string, known: Known): readonly string[] | null {
  if (name === 'participation_id' || path.includes('/participations/')) return known.participations;
  if (path.startsWith('/admin/game-participations/')) return known.participations;
  return /^\/(admin\/)?games\//.test(path) ? known.games : null;
}

const parameterText = ({ schema }: Parameter, known: Known): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: valueLike(schema, known).map(String) },
    { weight: 1, arbitrary: hostileText },
  );

/** Declared, undeclared and repeated keys, and malformed queries. */
function queryOf(parameters: readonly Parameter[], known: Known): fc.Arbitrary<string> {
  const declared = parameters.filter((one) => one.in === 'query');
  const pair = (parameter: Parameter) =>
    parameterText(parameter, known).map((text): [string, string] => [parameter.name, text]);
  const pairs: fc.Arbitrary<[string, string]>[] = declared.map(pair);
  const odd: fc.Arbitrary<[string, string]> = fc.tuple(undeclaredKey, hostileText);
  const written = (list: readonly [string, string][]) =>
    list.length === 0 ? '' : `?${list.map(([key, value]) => `${encoded(key)}=${encoded(value)}`).join('&')}`;
  const good = pairs.length > 0 ? fc.subarray(pairs).chain((some) => fc.tuple(...some)) : fc.constant([]);
  return fc.oneof(
    { weight: 8, arbitrary: good.map(written) },
    { weight: 1, arbitrary: fc.tuple(good, odd).map(([some, extra]) => written([...some, extra])) },
    { weight: 1, arbitrary: good.map((some) => written([...some, ...some])) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '?',
        '?&&&',
        '?=',
        '?%',
        '?a[b]=1&a[]=2',
        '?__proto__[x]=1',
        `?${'a=1&'.repeat(900)}`,
      ),
    },
  );
}

/** Percent-encoded; lone surrogates become replacement characters. */
const encoded = (text: string) => encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));

interface Sent {
  text: string;
  type: string;
  bytes: Input['bytes'];
  headers?: Record<string, string>;
}

const JSON_TYPE = 'application/json';

function bodyOf(operation: Operation, known: Known): fc.Arbitrary<Sent | null> {
  const schema = operation.requestBody?.content[JSON_TYPE]?.schema;
  const asJson = (value: unknown): Sent => ({ text: written(value), type: JSON_TYPE, bytes: 'utf8' });
  const value = valueLike(schema ?? ({ type: 'object' } as JsonSchema), known);
  const good = value.map(asJson);
  const spoiled = fc.tuple(good, spoiler).map(([sent, spoil]) => spoil(sent));
  if (operation.requestBody)
    return fc.oneof(
      { weight: 3, arbitrary: good },
      { weight: 6, arbitrary: mutated(value).map(asJson) },
      { weight: 2, arbitrary: spoiled },
      { weight: 1, arbitrary: fc.constant(null) },
    );
  return usually<Sent | null>(null, fc.oneof(mutated(fc.constant({})).map(asJson), spoiled), 6);
}

const written = (value: unknown): string => JSON.stringify(value) ?? '';

/** Makes the body truncated, malformed, too large or of another type. */
const spoiler: fc.Arbitrary<(sent: Sent) => Sent> = fc.oneof(
  fc.nat(200).map((length) => (sent: Sent) => ({ ...sent, text: sent.text.slice(0, length) })),
  fc
    .constantFrom(
      '',
      'null',
      '5',
      '"text"',
      '[]',
      '[1,2',
      '{',
      '{}}',
      "{'a':1}",
      '{"a":1e999}',
      '\ufeff{}',
      '\u0000',
    )
    .map((text) => (sent: Sent) => ({ ...sent, text })),
  fc
    .constantFrom(
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      '',
      'x',
      'application/json; charset=utf-99',
    )
    .map((type) => (sent: Sent) => ({ ...sent, type })),
  fc.constant((sent: Sent) => ({ ...sent, text: `{"pad":"${'x'.repeat(40_000)}"}` })),
  fc.constant((sent: Sent) => ({ ...sent, text: sent.text.replace('{', '{"id":1,"id":2,') })),
  fc.constant((sent: Sent) => ({ ...sent, text: `{"a":"\u00ff\u00fe\u0080"}`, bytes: 'latin1' as const })),
  fc.constant((sent: Sent) => ({ ...sent, headers: { 'content-encoding': 'gzip' } })),
  fc.constant((sent: Sent) => ({ ...sent, text: '['.repeat(15_000) + ']'.repeat(15_000) })),
);

const oddHeaders: fc.Arbitrary<Record<string, string>> = usually<Record<string, string>>(
  {},
  fc.constantFrom<Record<string, string>>(
    { 'x-http-method-override': 'DELETE' },
    { 'x-forwarded-for': '127.0.0.1', 'x-user': 'admin' },
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'if-none-match': '*' },
    { range: 'bytes=0-1' },
    { cookie: 'a=b; __proto__=x; touchline-refresh=' },
    { accept: 'image/png' },
    { 'accept-encoding': 'identity;q=0' },
    { 'x-request-id': 'mine' },
    { expect: '100-continue' },
  ),
  12,
);
