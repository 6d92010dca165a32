import { z } from 'zod';
import type { NamedEndpoint } from './all-endpoints.ts';
import type { AnyEndpoint, EndpointAuth } from './endpoint.ts';
import { ERROR_STATUS, type ErrorCode } from './errors.ts';
import { refusal } from './refusal.ts';

/** JSON Schema, draft 2020-12, as OpenAPI 3.1 takes it. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

export interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: JsonSchema;
}

type Content = Record<string, { schema: JsonSchema }>;

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  /** Who may call. */
  'x-auth': EndpointAuth;
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { description: string; content?: Content }>;
}

export type Method = 'get' | 'post' | 'put' | 'delete';

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Partial<Record<Method, Operation>>>;
  components: {
    schemas: Record<string, JsonSchema>;
    securitySchemes: Record<string, unknown>;
  };
  /** Every error code and the status it comes with. */
  'x-error-codes': Readonly<Record<ErrorCode, number>>;
}

/** A call that answers something else than the envelope: a page, a stream. */
export interface PlainCall {
  name: string;
  resource: string;
  path: string;
  summary: string;
  contentType: string;
  schema?: z.ZodType;
}

interface Declared {
  endpoints: readonly NamedEndpoint[];
  /** Schemas that are shown once and referred to by name. */
  named: readonly { name: string; schema: z.ZodType }[];
  plain: readonly PlainCall[];
}

const DESCRIPTION = `Every answer is JSON in one envelope: \`{"success": true, "data": ...}\`, or \`{"success": false, "error", \
"code", "details", "request_id"}\`, where \`error\` is a sentence for people and \`code\` one of the table of error codes. \
Unknown query and body keys are refused by name. Times are ISO 8601 in UTC, amounts of FOOTBALL decimal strings in whole \
tokens, prices of players millions with one decimal. Sign in with POST /auth/login and send the token as \
\`Authorization: Bearer\`.`;

/** The API as one OpenAPI 3.1 document, made from the declarations that client and services run on. */
export function openApiDocument(declared: Declared, version: string): OpenApiDocument {
  const answers = answerSchemas(declared);
  const paths: OpenApiDocument['paths'] = {};
  const add = (path: string, method: Method, operation: Operation) => {
    const key = path.replace(/:(\w+)/g, '{$1}');
    paths[key] = { ...paths[key], [method]: operation };
  };
  for (const call of declared.endpoints) {
    const method = call.endpoint.method.toLowerCase() as Method;
    add(call.endpoint.path, method, operationOf(call, answers.of(call.endpoint.data)));
  }
  for (const call of declared.plain)
    add(call.path, 'get', plainOperation(call, call.schema && answers.of(call.schema)));
  const everything = [...declared.endpoints, ...declared.plain];
  return {
    openapi: '3.1.0',
    info: { title: 'Touchline API', version, description: DESCRIPTION },
    servers: [{ url: '/api' }],
    tags: [...new Set(everything.map(({ resource }) => resource))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { ...answers.referredFrom(paths), Failure: FAILURE },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
    'x-error-codes': ERROR_STATUS,
  };
}

function operationOf({ name, resource, endpoint }: NamedEndpoint, data: JsonSchema): Operation {
  const body = endpoint.body && requestSchema(endpoint.body);
  return {
    operationId: name,
    tags: [resource],
    summary: endpoint.summary,
    'x-auth': endpoint.auth,
    security: SECURITY[endpoint.auth],
    parameters: [...parametersOf('path', endpoint.params), ...parametersOf('query', endpoint.query)],
    ...(body && Object.keys(body.properties ?? {}).length > 0
      ? { requestBody: { required: (body.required ?? []).length > 0, content: json(body) } }
      : {}),
    responses: { ...successes(endpoint, data), ...refusals(endpoint) },
  };
}

function plainOperation(call: PlainCall, schema: JsonSchema = {}): Operation {
  return {
    operationId: call.name,
    tags: [call.resource],
    summary: call.summary,
    'x-auth': 'none',
    security: SECURITY.none,
    parameters: [],
    responses: {
      200: { description: 'Not in the envelope', content: { [call.contentType]: { schema } } },
      ...refusalsOf(['RATE_LIMITED', 'INTERNAL', 'UPSTREAM_UNAVAILABLE']),
    },
  };
}

const SECURITY: Record<EndpointAuth, Operation['security']> = {
  none: [],
  optional: [{}, { bearer: [] }],
  player: [{ bearer: [] }],
  admin: [{ bearer: [] }],
};

const json = (schema: JsonSchema): Content => ({ 'application/json': { schema } });

function parametersOf(place: Parameter['in'], shape: z.ZodType | undefined): Parameter[] {
  if (!shape) return [];
  const { properties = {}, required = [] } = requestSchema(shape);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: schema as JsonSchema,
  }));
}

function successes({ status = 200, also = {} }: AnyEndpoint, data: JsonSchema): Operation['responses'] {
  const schema: JsonSchema = {
    type: 'object',
    properties: { success: { const: true }, data },
    required: ['success', 'data'],
  };
  const described = { [status]: 'Done', ...also };
  return Object.fromEntries(
    Object.entries(described).map(([code, description]) => [code, { description, content: json(schema) }]),
  );
}

/** What a call may be refused with: what follows from its shape, and what it declares. */
export function refusalCodes(endpoint: AnyEndpoint): ErrorCode[] {
  const signIn: ErrorCode[] = ['TOKEN_MISSING', 'TOKEN_INVALID', 'TOKEN_EXPIRED'];
  return [
    'VALIDATION_FAILED',
    ...(endpoint.auth === 'player' || endpoint.auth === 'admin' ? signIn : []),
    ...(endpoint.auth === 'admin' ? (['FORBIDDEN'] as const) : []),
    ...(endpoint.params ? (['NOT_FOUND'] as const) : []),
    ...(endpoint.method === 'GET' ? [] : (['BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const)),
    ...(endpoint.refuses ?? []),
    'RATE_LIMITED',
    'INTERNAL',
    'UPSTREAM_UNAVAILABLE',
  ];
}

const refusals = (endpoint: AnyEndpoint) => refusalsOf(refusalCodes(endpoint));

function refusalsOf(codes: readonly ErrorCode[]): Operation['responses'] {
  const statuses = [...new Set(codes.map((code) => ERROR_STATUS[code]))];
  return Object.fromEntries(
    statuses.map((status) => {
      const some = [...new Set(codes.filter((code) => ERROR_STATUS[code] === status))];
      const schema: JsonSchema = {
        allOf: [{ $ref: '#/components/schemas/Failure' }, { properties: { code: { enum: some } } }],
      };
      return [status, { description: some.join(', '), content: json(schema) }];
    }),
  );
}

const FAILURE: JsonSchema = withoutDialect(z.toJSONSchema(refusal, { io: 'output', override: plainer }));

/** What a caller may send; parts of it are never shared between calls. */
function requestSchema(schema: z.ZodType): JsonSchema {
  return withoutDialect(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: plainer }));
}

const REFERENCE = '#/components/schemas/';

/** The schemas of all answers, with named ones referred to. */
function answerSchemas({ endpoints, named, plain }: Declared) {
  const registry = z.registry<{ id: string }>();
  const ids = new Map<z.ZodType, string>();
  const taken = new Set<string>();
  const register = (schema: z.ZodType, wanted: string) => {
    if (ids.has(schema)) return;
    let id = wanted;
    for (let n = 2; taken.has(id); n++) id = `${wanted}${n}`;
    taken.add(id);
    ids.set(schema, id);
    registry.add(schema, { id });
  };
  for (const { name, schema } of named) register(schema, name.charAt(0).toUpperCase() + name.slice(1));
  for (const { name, endpoint } of endpoints) register(endpoint.data, `${name}.data`);
  for (const { name, schema } of plain) if (schema) register(schema, `${name}.data`);
  const { schemas } = z.toJSONSchema(registry, {
    io: 'output',
    unrepresentable: 'any',
    uri: (id) => REFERENCE + id,
    override: plainer,
  });
  const known = (id: string) => withoutDialect(schemas[id] ?? {});
  return {
    /** In place when only one call answers with it, else by reference. */
    of(schema: z.ZodType): JsonSchema {
      const id = ids.get(schema) ?? '';
      return id.includes('.') ? known(id) : { $ref: REFERENCE + id };
    },
    /** Every named schema that is referred to, directly or by another one. */
    referredFrom(root: unknown): Record<string, JsonSchema> {
      const found: Record<string, JsonSchema> = {};
      const visit = (value: unknown) => {
        for (const [, id = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g))
          if (!(id in found) && id in schemas) {
            found[id] = known(id);
            visit(found[id]);
          }
      };
      visit(root);
      return Object.fromEntries(Object.entries(found).sort(([a], [b]) => a.localeCompare(b)));
    },
  };
}

function withoutDialect({ $schema: _dialect, $id: _id, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

/** A format says all that zod's long pattern for it would; safe integers are the only ones there are. */
function plainer({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema.format === 'uuid' || jsonSchema.format === 'date-time') delete jsonSchema.pattern;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}
