import type { NamedEndpoint } from '../all-endpoints.ts';
import type { AnyEndpoint, EndpointAuth, PlainEndpoint } from '../endpoint.ts';
import { ERROR_STATUS } from '../errors.ts';
import type { Schema } from '../schema.ts';
import type { JsonSchema, Method, OpenApiDocument, Operation, Parameter } from './document.ts';
import { buildErrorResponses, FAILURE, groupByStatus } from './error-responses.ts';
import { buildRequestSchema, buildResponseSchemas, type Declared, json } from './schemas.ts';

const DESCRIPTION = `Every response is JSON in one envelope: \`{"success": true, "data": ...}\`, or \`{"success": false, "error", \
"code", "details", "request_id"}\`. \`error\` is a sentence for users, and \`code\` is one of \`x-error-codes\`. Unknown query \
and body keys are rejected by name. Times are ISO 8601 in UTC. Amounts of FOOTBALL are decimal strings in whole tokens. \
Player prices are in millions with one decimal. Sign in with POST /auth/login and send the token as \
\`Authorization: Bearer\`.`;

/** Builds the OpenAPI 3.1 document from the declarations that client and services use. */
export function buildOpenApiDocument(declared: Declared, version: string): OpenApiDocument {
  const responses = buildResponseSchemas(declared);
  const paths: OpenApiDocument['paths'] = {};
  const add = (path: string, method: Method, operation: Operation) => {
    const key = path.replace(/:(\w+)/g, '{$1}');
    paths[key] = { ...paths[key], [method]: operation };
  };
  for (const named of declared.endpoints) {
    const method = named.endpoint.method.toLowerCase() as Method;
    add(named.endpoint.path, method, buildOperation(named, responses.schemaFor(named.endpoint.data)));
  }
  for (const plain of declared.plain)
    add(plain.path, 'get', buildPlainOperation(plain, plain.schema && responses.schemaFor(plain.schema)));
  const everything = [...declared.endpoints, ...declared.plain];
  return {
    openapi: '3.1.0',
    info: { title: 'Touchline API', version, description: DESCRIPTION },
    servers: [{ url: '/api' }],
    tags: [...new Set(everything.map(({ resource }) => resource))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { ...responses.collectReferenced(paths), Failure: FAILURE },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        release: { type: 'http', scheme: 'bearer', bearerFormat: 'mf-NAME.SIGNATURE' },
      },
    },
    'x-error-codes': ERROR_STATUS,
  };
}

function buildOperation({ name, resource, endpoint }: NamedEndpoint, data: JsonSchema): Operation {
  const body = endpoint.body && buildRequestSchema(endpoint.body);
  return {
    operationId: name,
    tags: [resource],
    summary: endpoint.summary,
    'x-auth': endpoint.auth,
    security: SECURITY[endpoint.auth],
    parameters: [
      ...buildParameters('path', endpoint.params),
      ...buildParameters('query', endpoint.query),
      ...(endpoint.versioned ? [IF_MATCH] : []),
    ],
    ...(body && Object.keys(body.properties ?? {}).length > 0
      ? { requestBody: { required: (body.required ?? []).length > 0, content: json(body) } }
      : {}),
    responses: { ...buildSuccessResponses(endpoint, data), ...buildErrorResponses(endpoint) },
  };
}

function buildPlainOperation(plain: PlainEndpoint, schema: JsonSchema = {}): Operation {
  return {
    operationId: plain.name,
    tags: [plain.resource],
    summary: plain.summary,
    'x-auth': 'none',
    security: SECURITY.none,
    parameters: [...buildParameters('path', plain.params), ...buildParameters('query', plain.query)],
    responses: {
      200: { description: 'Success, without the envelope', content: { [plain.contentType]: { schema } } },
      ...groupByStatus([
        ...(plain.params || plain.query ? (['VALIDATION_FAILED'] as const) : []),
        ...(plain.params ? (['NOT_FOUND'] as const) : []),
        'RATE_LIMITED',
        'INTERNAL',
        'UPSTREAM_UNAVAILABLE',
      ]),
    },
  };
}

const SECURITY: Record<EndpointAuth, Operation['security']> = {
  none: [],
  optional: [{}, { bearer: [] }],
  player: [{ bearer: [] }],
  admin: [{ bearer: [] }],
  release: [{ release: [] }],
};

const IF_MATCH: Parameter = {
  name: 'If-Match',
  in: 'header',
  required: true,
  schema: {
    type: 'string',
    pattern: '^(?:W/)?"[\\w.-]{1,64}"$',
    description: 'The version that the client saw, in double quotes',
  },
};

function buildParameters(place: Parameter['in'], shape: Schema | undefined): Parameter[] {
  if (!shape) return [];
  const { properties = {}, required = [] } = buildRequestSchema(shape);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: schema as JsonSchema,
  }));
}

function buildSuccessResponses(
  { status = 200, also = {} }: AnyEndpoint,
  data: JsonSchema,
): Operation['responses'] {
  const schema: JsonSchema = {
    type: 'object',
    properties: { success: { const: true }, data },
    required: ['success', 'data'],
  };
  const described = { [status]: 'Success', ...also };
  return Object.fromEntries(
    Object.entries(described).map(([code, description]) => [code, { description, content: json(schema) }]),
  );
}
