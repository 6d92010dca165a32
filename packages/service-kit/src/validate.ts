import { type ErrorDetail, TouchlineError } from '@touchline/api/errors';
import type { Schema } from '@touchline/api/schema';
import { z } from 'zod';

const nothing = z.strictObject({});

/**
 * Parses one part of a call; a part that the endpoint does not declare must be empty.
 * @throws TouchlineError VALIDATION_FAILED with one detail per wrong field; unknown keys are named
 */
export function parseInput(schema: Schema | undefined, given: object): unknown {
  const parsed = (schema ?? nothing).safeParse(given);
  if (parsed.success) return schema ? parsed.data : undefined;
  throw validationError(parsed.error.issues.flatMap(toDetails));
}

/** Queries of one endpoint as they were parsed, by their texts: readers of the same pages send the same ones. */
export interface QueryCache {
  get(text: string): { query: unknown } | undefined;
  /** Nobody may change what is kept. */
  keep(text: string, query: unknown): { query: unknown };
}

const MAX_QUERIES = 64;
const MAX_QUERY_LENGTH = 256;

/** Remembers a bounded number of them: a schema says the same of a text whenever it is asked. */
export function createQueryCache(): QueryCache {
  const kept = new Map<string, { query: unknown }>();
  return {
    get: (text) => kept.get(text),
    keep(text, query) {
      const parsed = { query: Object.freeze(query) };
      if (kept.size >= MAX_QUERIES) kept.clear();
      if (text.length <= MAX_QUERY_LENGTH) kept.set(text, parsed);
      return parsed;
    },
  };
}

/** A 400 that names the invalid fields; also for checks beyond a schema. */
export function validationError(details: ErrorDetail[]): TouchlineError {
  const first = details[0];
  const place = first?.path ? `${first.path}: ` : '';
  return new TouchlineError('VALIDATION_FAILED', `${place}${first?.message ?? 'is not valid'}`, { details });
}

/** A repeated query key is ambiguous (`?limit=1&limit=9999`). */
export function rejectDuplicateKeys(query: Record<string, unknown>): void {
  const twice = Object.keys(query).filter((key) => Array.isArray(query[key]));
  if (twice.length > 0) throw validationError(twice.map((path) => ({ path, message: 'must be given once' })));
}

function toDetails(issue: z.core.$ZodIssue): ErrorDetail[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: formatPath([...issue.path, key]), message: 'is not a known field' }));
  const message =
    issue.code === 'invalid_type' && issue.input === undefined ? 'is required' : describeIssue(issue);
  return [{ path: formatPath(issue.path), message }];
}

/** Truncates long keys of the caller: the response repeats them. */
function formatPath(path: PropertyKey[]): string {
  return path.map((part) => String(part).slice(0, 64)).join('.');
}

/** Zod's own texts begin with "Invalid input: expected ..."; ours follow the field's name. */
function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return `must be ${withArticle(issue.expected)}`;
  if (issue.code === 'invalid_value') return `must be one of: ${issue.values.map(String).join(', ')}`;
  return issue.message;
}

function withArticle(type: string): string {
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}
