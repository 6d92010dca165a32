import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  ALL_ENDPOINTS,
  listDeclaredEndpoints,
  NAMED_SCHEMAS,
  PLAIN_ENDPOINTS,
  RESOURCES,
} from '../all-endpoints.ts';
import { ERROR_STATUS } from '../errors.ts';
import { buildOpenApiDocument } from './describe.ts';
import type { JsonSchema, Operation } from './document.ts';

const document = buildOpenApiDocument(
  { endpoints: ALL_ENDPOINTS, named: NAMED_SCHEMAS, plain: PLAIN_ENDPOINTS },
  '1.0.0',
);
const operation = (path: string, method: 'get' | 'post' | 'put' = 'get') =>
  document.paths[path]?.[method] as Operation;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, one]) => ({ path, method, ...one })),
);
const readResponseSchema = (one: Operation, status = '200') =>
  one.responses[status]?.content?.['application/json']?.schema as JsonSchema;

describe('the list of endpoints', () => {
  test('the list of endpoints contains every file of http/', async () => {
    const files = readdirSync(new URL('../http/', import.meta.url))
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => name.replace(/\.ts$/, ''));
    expect(Object.keys(RESOURCES).sort()).toEqual(files.sort());
    for (const name of files) expect(await import(`../http/${name}.ts`)).toBe(RESOURCES[name]);
  });

  test('the list of endpoints contains each endpoint and each name once', () => {
    const endpoints = listDeclaredEndpoints();
    expect(new Set(endpoints).size).toBe(endpoints.length);
    expect(new Set(ALL_ENDPOINTS.map(({ name }) => name)).size).toBe(ALL_ENDPOINTS.length);
  });
});

describe('the API document', () => {
  test('the API document has every endpoint with its parameters and its required sign-in', () => {
    const documented = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(documented.sort()).toEqual(
      listDeclaredEndpoints()
        .map((declared) => declared.replace(/:(\w+)/g, '{$1}'))
        .sort(),
    );
    for (const { endpoint, name } of ALL_ENDPOINTS) {
      const method = endpoint.method.toLowerCase() as 'get';
      const one = operation(endpoint.path.replace(/:(\w+)/g, '{$1}'), method);
      expect(one).toMatchObject({ operationId: name, 'x-auth': endpoint.auth, summary: endpoint.summary });
      const inPath = one.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      expect(inPath.sort()).toEqual([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name).sort());
      expect(Object.keys(one.responses)).toContain(String(endpoint.status ?? 200));
      const ifMatch = one.parameters.some((parameter) => parameter.in === 'header');
      expect(ifMatch, name).toBe(endpoint.versioned === true);
      if (endpoint.versioned) expect(one.responses[409]?.description, name).toContain('STALE');
    }
  });

  test('the API document describes requests as sent and responses as received', () => {
    const list = operation('/games');
    expect(list.parameters.find(({ name }) => name === 'limit')).toEqual({
      name: 'limit',
      in: 'query',
      required: false,
      schema: { type: 'string', pattern: '^\\d{1,6}$', description: '1 to 100, default 20' },
    });
    const join = operation('/games/{id}/join', 'post').requestBody?.content['application/json']?.schema;
    expect(join).toMatchObject({ additionalProperties: false, required: expect.arrayContaining(['roster']) });
    expect(join?.properties?.roster).toMatchObject({ type: 'array', minItems: 15, maxItems: 15 });
    const game = readResponseSchema(operation('/games/{id}'));
    expect(game).toMatchObject({
      required: ['success', 'data'],
      properties: {
        success: { const: true },
        data: { properties: { game: { $ref: '#/components/schemas/Game' } } },
      },
    });
    expect(document.components.schemas.Game?.properties?.start_time).toEqual({
      type: 'string',
      format: 'date-time',
    });
  });

  test('the API document lists required sign-in and errors of each endpoint', () => {
    expect(operation('/games').security).toEqual([]);
    expect(operation('/remotes').security).toEqual([{}, { bearer: [] }]);
    expect(operation('/games/{id}/can-join').security).toEqual([{ bearer: [] }]);
    expect(Object.keys(operation('/games', 'post').responses)).toEqual(
      expect.arrayContaining(['201', '400', '401', '403', '413', '415', '429', '500', '503']),
    );
    expect(operation('/games').responses[401]).toBeUndefined();
    expect(operation('/games/{id}').responses[404]?.description).toBe('NOT_FOUND');
    expect(document['x-error-codes']).toEqual(ERROR_STATUS);
  });

  test('the API document references only existing schemas and contains no unreferenced one', () => {
    const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)];
    const names = new Set(references.map(([, name]) => name));
    expect([...names].sort()).toEqual(Object.keys(document.components.schemas).sort());
  });

  test('the API document describes all response data', () => {
    const empty = operations.filter((one) => /"data":\{\}/.test(JSON.stringify(one.responses)));
    expect(empty.map(({ operationId }) => operationId)).toEqual([]);
  });
});
