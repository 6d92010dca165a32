import { describe, expect, test } from 'vitest';
import { ALL_ENDPOINTS, NAMED_SCHEMAS, PLAIN_ENDPOINTS } from '../all-endpoints.ts';
import type { Schema } from '../schema.ts';
import { buildOpenApiDocument } from './describe.ts';
import type { JsonSchema } from './document.ts';

const document = buildOpenApiDocument(
  { endpoints: ALL_ENDPOINTS, named: NAMED_SCHEMAS, plain: PLAIN_ENDPOINTS },
  '1.0.0',
);

/** In JSON Schema `true` accepts anything and `false` nothing. */
type SubSchema = JsonSchema | boolean | undefined;

/** Yields a schema and all its sub-schemas, with their paths. */
function* walk(schema: SubSchema, path: string): Generator<[path: string, schema: JsonSchema]> {
  if (typeof schema !== 'object') return;
  const ref = /#\/components\/schemas\/(.+)$/.exec(schema.$ref ?? '')?.[1];
  if (ref) return yield* walk(document.components.schemas[ref]!, path);
  yield [path, schema];
  for (const [key, part] of Object.entries(schema.properties ?? {})) yield* walk(part, `${path}.${key}`);
  for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
    yield* walk(part, path);
  for (const part of [schema.items].flat()) yield* walk(part as SubSchema, `${path}[]`);
  yield* walk(schema.additionalProperties as SubSchema, `${path}{}`);
}

/** All schemas of requests: bodies, path parameters and queries. */
const sent = Object.values(document.paths)
  .flatMap((methods) => Object.values(methods))
  .flatMap(({ operationId, requestBody, parameters }) => [
    ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => [...walk(schema, operationId)]),
    ...parameters.flatMap((one) => [...walk(one.schema, `${operationId}?${one.name}`)]),
  ]);

const findPaths = (isWrong: (schema: JsonSchema) => boolean) =>
  sent.filter(([, schema]) => isWrong(schema)).map(([path]) => path);

describe('request schemas', () => {
  test('A6 every object is closed: unknown fields are rejected', () => {
    expect(findPaths((part) => part.type === 'object' && part.additionalProperties !== false)).toEqual([]);
    const isClosed = (part: Schema) =>
      part.safeParse({ unknown_key: '1' }).error?.issues.some(({ code }) => code === 'unrecognized_keys');
    const open = ALL_ENDPOINTS.filter(({ endpoint: { params, query, body } }) =>
      [params, query, body].some((part) => part && !isClosed(part)),
    ).map(({ name }) => name);
    expect(open).toEqual([]);
  });

  test('A12 every list has a maximum length, and every text a maximum length or a format', () => {
    expect(findPaths((part) => part.type === 'array' && part.maxItems === undefined)).toEqual([]);
    const bounded = ({ maxLength, pattern, format, enum: values, const: value }: JsonSchema) =>
      [maxLength, pattern, format, values, value].some((bound) => bound !== undefined);
    expect(findPaths((part) => part.type === 'string' && !bounded(part))).toEqual([]);
    expect(sent.length).toBeGreaterThan(50);
  });
});
