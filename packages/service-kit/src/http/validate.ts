import { type ErrorDetail, TouchlineError } from '@touchline/api/errors';
import type { Schema } from '@touchline/api/schema';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

const emptyObject = z.strictObject({});

/** Maximum number of wrong fields in a response. */
const MAX_DETAILS = 100;

/**
 * Parses params, query or body of a request; input that the endpoint does not declare must be empty.
 * @throws TouchlineError VALIDATION_FAILED with one detail for each of the first wrong fields; unknown keys are named
 */
export function parseInput(schema: Schema | undefined, input: object): unknown {
  const parsed = (schema ?? emptyObject).safeParse(input, { reportInput: true });
  if (parsed.success) return schema ? parsed.data : undefined;
  throw validationError(parsed.error.issues.slice(0, MAX_DETAILS).flatMap(toDetails).slice(0, MAX_DETAILS));
}

/** Parsed queries of one endpoint by query string: clients often send the same ones. All requests share them, so freeze them. */
export type QueryCache = LRUCache<string, { query: unknown }>;

const MAX_QUERIES = 64;

/** Creates a bounded cache. Caching is safe, because parsing a query is deterministic. */
export const createQueryCache = (): QueryCache => new LRUCache({ max: MAX_QUERIES });

/** Builds a 400 error that names the invalid fields; also for checks beyond a schema. */
export function validationError(details: ErrorDetail[]): TouchlineError {
  const first = details[0];
  const place = first?.path ? `${first.path}: ` : '';
  return new TouchlineError('VALIDATION_FAILED', `${place}${first?.message ?? 'is not valid'}`, { details });
}

/** Rejects repeated query keys, because they are ambiguous (`?limit=1&limit=9999`). */
export function rejectDuplicateKeys(query: Record<string, unknown>): void {
  const repeated = Object.keys(query).filter((key) => Array.isArray(query[key]));
  if (repeated.length > 0)
    throw validationError(repeated.map((path) => ({ path, message: 'must appear only once' })));
}

function toDetails(issue: z.core.$ZodIssue): ErrorDetail[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, MAX_DETAILS).map((key) => ({
      path: formatPath([...issue.path, key]),
      message: 'is not a known field',
    }));
  const message =
    issue.code === 'invalid_type' && issue.input === undefined ? 'is required' : describeIssue(issue);
  return [{ path: formatPath(issue.path), message }];
}

/** Truncates long keys, because the response repeats them. */
function formatPath(path: PropertyKey[]): string {
  return path.map((key) => String(key).slice(0, 64)).join('.');
}

/** Returns a text that can follow the field name, instead of zod's "Invalid input: expected ...". */
function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type')
    return `must be ${withArticle(issue.expected === 'int' ? 'integer' : issue.expected)}`;
  if (issue.code === 'invalid_value') return `must be one of: ${issue.values.map(String).join(', ')}`;
  return issue.message;
}

function withArticle(type: string): string {
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}
