import { z } from 'zod/mini';
import type { AnyEndpoint } from '../endpoint.ts';
import { errorBody } from '../error-body.ts';
import { ERROR_STATUS, type ErrorCode } from '../errors.ts';
import type { JsonSchema, Operation } from './document.ts';
import { json, simplifySchema, withoutMetaSchema } from './schemas.ts';

/** Lists the error codes of an endpoint: those that follow from its shape, and those that it declares. */
function listErrorCodes(endpoint: AnyEndpoint): ErrorCode[] {
  const signIn: ErrorCode[] = ['TOKEN_MISSING', 'TOKEN_INVALID', 'TOKEN_EXPIRED'];
  return [
    'VALIDATION_FAILED',
    ...(endpoint.auth === 'player' || endpoint.auth === 'admin' ? signIn : []),
    ...(endpoint.auth === 'release' ? (['TOKEN_MISSING', 'TOKEN_INVALID'] as const) : []),
    ...(endpoint.auth === 'admin' || endpoint.auth === 'release' ? (['FORBIDDEN'] as const) : []),
    ...(endpoint.auth === 'admin' && endpoint.method !== 'GET' ? (['REAUTH_REQUIRED'] as const) : []),
    ...(endpoint.params ? (['NOT_FOUND'] as const) : []),
    ...(endpoint.versioned ? (['STALE'] as const) : []),
    ...(endpoint.method === 'GET' ? [] : (['BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const)),
    ...(endpoint.errorCodes ?? []),
    'RATE_LIMITED',
    'INTERNAL',
    'UPSTREAM_UNAVAILABLE',
  ];
}

/** Builds the error responses of an endpoint. */
export const buildErrorResponses = (endpoint: AnyEndpoint) => groupByStatus(listErrorCodes(endpoint));

/** Builds one response per HTTP status of these codes. */
export function groupByStatus(codes: readonly ErrorCode[]): Operation['responses'] {
  const statuses = [...new Set(codes.map((code) => ERROR_STATUS[code]))];
  return Object.fromEntries(
    statuses.map((status) => {
      const codesOfStatus = [...new Set(codes.filter((code) => ERROR_STATUS[code] === status))];
      const schema: JsonSchema = {
        allOf: [{ $ref: '#/components/schemas/Failure' }, { properties: { code: { enum: codesOfStatus } } }],
      };
      return [status, { description: codesOfStatus.join(', '), content: json(schema) }];
    }),
  );
}

/** Schema of every failed response. */
export const FAILURE: JsonSchema = withoutMetaSchema(
  z.toJSONSchema(errorBody, { io: 'output', override: simplifySchema }),
);
