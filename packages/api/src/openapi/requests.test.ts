import { describe, expect, test } from 'vitest';
import { ALL_ENDPOINTS, NAMED_SCHEMAS, PLAIN_ENDPOINTS } from '../all-endpoints.ts';
import type { Schema } from '../schema.ts';
import { buildOpenApiDocument } from './describe.ts';
import type { JsonSchema } from './document.ts';

const document = buildOpenApiDocument(
  { endpoints: ALL_ENDPOINTS, named: NAMED_SCHEMAS, plain: PLAIN_ENDPOINTS },
  '1.0.0',
);

/** `true` and `false` are schemas too: anything, nothing. */
type Part = JsonSchema | boolean | undefined;

/** A schema and everything in it, with the path to each. */
function* within(schema: Part, path: string): Generator<[path: string, part: JsonSchema]> {
  if (typeof schema !== 'object') return;
  const ref = /#\/components\/schemas\/(.+)$/.exec(schema.$ref ?? '')?.[1];
  if (ref) return yield* within(document.components.schemas[ref]!, path);
  yield [path, schema];
  for (const [key, part] of Object.entries(schema.properties ?? {})) yield* within(part, `${path}.${key}`);
  for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
    yield* within(part, path);
  for (const part of [schema.items].flat()) yield* within(part as Part, `${path}[]`);
  yield* within(schema.additionalProperties as Part, `${path}{}`);
}

/** Every part of what callers send: bodies, path parameters and queries. */
const sent = Object.values(document.paths)
  .flatMap((methods) => Object.values(methods))
  .flatMap(({ operationId, requestBody, parameters }) => [
    ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => [...within(schema, operationId)]),
    ...parameters.flatMap((one) => [...within(one.schema, `${operationId}?${one.name}`)]),
  ]);

const pathsOf = (wrong: (part: JsonSchema) => boolean) =>
  sent.filter(([, part]) => wrong(part)).map(([path]) => path);

describe('what callers send', () => {
  test('A6 every object is closed: a field that the call does not know is refused', () => {
    expect(pathsOf((part) => part.type === 'object' && part.additionalProperties !== false)).toEqual([]);
    const isClosed = (part: Schema) =>
      part.safeParse({ unknown_key: '1' }).error?.issues.some(({ code }) => code === 'unrecognized_keys');
    const open = ALL_ENDPOINTS.filter(({ endpoint: { params, query, body } }) =>
      [params, query, body].some((part) => part && !isClosed(part)),
    ).map(({ name }) => name);
    expect(open).toEqual([]);
  });

  test('A12 every list has a maximum, and every text a maximum or a form', () => {
    expect(pathsOf((part) => part.type === 'array' && part.maxItems === undefined)).toEqual([]);
    const bounded = ({ maxLength, pattern, format, enum: values, const: value }: JsonSchema) =>
      [maxLength, pattern, format, values, value].some((bound) => bound !== undefined);
    expect(pathsOf((part) => part.type === 'string' && !bounded(part))).toEqual([]);
    expect(sent.length).toBeGreaterThan(50);
  });
});
