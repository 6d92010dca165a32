import type { JsonSchema, Operation, Parameter } from '@touchline/api/openapi/document';
import fc from 'fast-check';
import { hostileText, undeclaredKey } from './hostile-values.ts';
import type { Caller, Input } from './input.ts';
import { mutate } from './mutate.ts';
import { generateValue, type KnownData } from './values.ts';

export interface DocumentedEndpoint {
  method: string;
  /** Path below /api, with parameters as `{name}`. */
  path: string;
  operation: Operation;
}

/** Generates valid, nearly valid and invalid requests to an endpoint. */
export function generateInputs(endpoint: DocumentedEndpoint, known: KnownData): fc.Arbitrary<Input> {
  const { operation } = endpoint;
  return fc
    .record({
      method: mostly(endpoint.method, fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'), 30),
      path: generatePath(endpoint.path, operation.parameters, known),
      query: generateQuery(operation.parameters, known),
      caller: generateCaller(operation),
      which: fc.oneof(fc.nat(1), fc.nat(1_000)), // the first players have teams
      headers: fc
        .tuple(oddHeaders, generateVersion(operation))
        .map(([odd, version]) => ({ ...odd, ...version })),
      body: generateBody(operation, known),
    })
    .map(({ method, path, query, caller, which, headers, body }) => ({
      method,
      path: path + query,
      caller,
      which,
      headers: { ...headers, ...(body ? { 'content-type': body.type, ...body.headers } : {}) },
      body: body?.text ?? null,
      bytes: body?.bytes ?? 'utf8',
    }));
}

function mostly<T>(value: T, otherwise: fc.Arbitrary<T>, oneIn: number): fc.Arbitrary<T> {
  return fc.oneof({ weight: oneIn - 1, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: otherwise });
}

/** Generates the If-Match header of endpoints that require a version. */
function generateVersion({ parameters }: Operation): fc.Arbitrary<Record<string, string>> {
  if (!parameters.some(({ name }) => name === 'If-Match')) return fc.constant({});
  return mostly<Record<string, string>>(
    { 'if-match': '"1"' },
    fc.constantFrom<Record<string, string>>({}, { 'if-match': '*' }, { 'if-match': '"1", "2"' }),
    6,
  );
}

/** Generates the caller, mostly one with access. */
function generateCaller(operation: Operation): fc.Arbitrary<Caller> {
  const permitted: Caller = operation['x-auth'] === 'admin' ? 'admin' : 'player';
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(permitted) },
    { weight: 1, arbitrary: fc.constantFrom<Caller>('guest', 'player', 'admin', 'forger') },
  );
}

function generatePath(
  path: string,
  parameters: readonly Parameter[],
  known: KnownData,
): fc.Arbitrary<string> {
  const segments = path.split('/').map((segment) => {
    const parameter = parameters.find(({ name, in: place }) => place === 'path' && segment === `{${name}}`);
    if (!parameter) return fc.constant(segment);
    const ids = findKnownIds(path, parameter.name, known);
    const text = ids
      ? fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...ids) }, parameterText(parameter, known))
      : parameterText(parameter, known);
    return text.map(encode);
  });
  return fc.tuple(...segments).map((texts) => texts.join('/'));
}

/** Returns known ids for a path parameter; null if it takes no id. */
function findKnownIds(path: string, name: string, known: KnownData): readonly string[] | null {
  if (name === 'participation_id' || path.includes('/participations/')) return known.participations;
  if (path.startsWith('/admin/game-participations/')) return known.participations;
  return /^\/(admin\/)?games\//.test(path) ? known.games : null;
}

const parameterText = ({ schema }: Parameter, known: KnownData): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: generateValue(schema, known).map(String) },
    { weight: 1, arbitrary: hostileText },
  );

/** Generates queries with declared, undeclared and repeated keys, and malformed queries. */
function generateQuery(parameters: readonly Parameter[], known: KnownData): fc.Arbitrary<string> {
  const declared = parameters.filter((one) => one.in === 'query');
  const pair = (parameter: Parameter) =>
    parameterText(parameter, known).map((text): [string, string] => [parameter.name, text]);
  const pairs: fc.Arbitrary<[string, string]>[] = declared.map(pair);
  const odd: fc.Arbitrary<[string, string]> = fc.tuple(undeclaredKey, hostileText);
  const formatQuery = (list: readonly [string, string][]) =>
    list.length === 0 ? '' : `?${list.map(([key, value]) => `${encode(key)}=${encode(value)}`).join('&')}`;
  const valid = pairs.length > 0 ? fc.subarray(pairs).chain((some) => fc.tuple(...some)) : fc.constant([]);
  return fc.oneof(
    { weight: 8, arbitrary: valid.map(formatQuery) },
    { weight: 1, arbitrary: fc.tuple(valid, odd).map(([some, extra]) => formatQuery([...some, extra])) },
    { weight: 1, arbitrary: valid.map((some) => formatQuery([...some, ...some])) },
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

/** Percent-encodes a text; lone surrogates become replacement characters. */
const encode = (text: string) => encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));

interface Body {
  text: string;
  type: string;
  bytes: Input['bytes'];
  headers?: Record<string, string>;
}

const JSON_TYPE = 'application/json';

function generateBody(operation: Operation, known: KnownData): fc.Arbitrary<Body | null> {
  const schema = operation.requestBody?.content[JSON_TYPE]?.schema;
  const asJson = (value: unknown): Body => ({ text: serialise(value), type: JSON_TYPE, bytes: 'utf8' });
  const value = generateValue(schema ?? ({ type: 'object' } as JsonSchema), known);
  const valid = value.map(asJson);
  const spoiled = fc.tuple(valid, spoiler).map(([body, spoil]) => spoil(body));
  if (operation.requestBody)
    return fc.oneof(
      { weight: 3, arbitrary: valid },
      { weight: 6, arbitrary: mutate(value).map(asJson) },
      { weight: 2, arbitrary: spoiled },
      { weight: 1, arbitrary: fc.constant(null) },
    );
  return mostly<Body | null>(null, fc.oneof(mutate(fc.constant({})).map(asJson), spoiled), 6);
}

const serialise = (value: unknown): string => JSON.stringify(value) ?? '';

/** Generates functions that truncate a body, replace it, enlarge it or change its type. */
const spoiler: fc.Arbitrary<(body: Body) => Body> = fc.oneof(
  fc.nat(200).map((length) => (body: Body) => ({ ...body, text: body.text.slice(0, length) })),
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
    .map((text) => (body: Body) => ({ ...body, text })),
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
    .map((type) => (body: Body) => ({ ...body, type })),
  fc.constant((body: Body) => ({ ...body, text: `{"pad":"${'x'.repeat(40_000)}"}` })),
  fc.constant((body: Body) => ({ ...body, text: body.text.replace('{', '{"id":1,"id":2,') })),
  fc.constant((body: Body) => ({ ...body, text: `{"a":"\u00ff\u00fe\u0080"}`, bytes: 'latin1' as const })),
  fc.constant((body: Body) => ({ ...body, headers: { 'content-encoding': 'gzip' } })),
  fc.constant((body: Body) => ({ ...body, text: '['.repeat(15_000) + ']'.repeat(15_000) })),
);

const oddHeaders: fc.Arbitrary<Record<string, string>> = mostly<Record<string, string>>(
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
