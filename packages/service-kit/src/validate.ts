import { type ErrorDetail, TouchlineError } from '@touchline/api/errors';
import type { Schema } from '@touchline/api/schema';
import { z } from 'zod';

const nothing = z.strictObject({});

/**
 * Parses one part of a call; a part that the endpoint does not declare must be empty.
 * @throws TouchlineError VALIDATION_FAILED with one detail per wrong field; unknown keys are named
 */
export function parsePart(schema: Schema | undefined, given: object): unknown {
  const parsed = (schema ?? nothing).safeParse(given);
  if (parsed.success) return schema ? parsed.data : undefined;
  throw validationError(parsed.error.issues.flatMap(toDetails));
}

/** Queries of one endpoint as they were parsed, by their texts: readers of the same pages send the same ones. */
export interface ParsedTexts {
  get(text: string): { query: unknown } | undefined;
  /** Nobody may change what is kept. */
  keep(text: string, query: unknown): { query: unknown };
}

const KEPT_TEXTS = 64;
const LONGEST_KEPT = 256;

/** Remembers a bounded number of them: a schema says the same of a text whenever it is asked. */
export function createParsedTexts(): ParsedTexts {
  const kept = new Map<string, { query: unknown }>();
  return {
    get: (text) => kept.get(text),
    keep(text, query) {
      const parsed = { query: Object.freeze(query) };
      if (kept.size >= KEPT_TEXTS) kept.clear();
      if (text.length <= LONGEST_KEPT) kept.set(text, parsed);
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
export function refuseDuplicates(query: Record<string, unknown>): void {
  const twice = Object.keys(query).filter((key) => Array.isArray(query[key]));
  if (twice.length > 0) throw validationError(twice.map((path) => ({ path, message: 'must be given once' })));
}

function toDetails(issue: z.core.$ZodIssue): ErrorDetail[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: pathOf([...issue.path, key]), message: 'is not a known field' }));
  const message =
    issue.code === 'invalid_type' && issue.input === undefined ? 'is required' : readable(issue);
  return [{ path: pathOf(issue.path), message }];
}

/** Truncates long keys of the caller: the response repeats them. */
function pathOf(path: PropertyKey[]): string {
  return path.map((part) => String(part).slice(0, 64)).join('.');
}

/** Zod's own texts begin with "Invalid input: expected ..."; ours follow the field's name. */
function readable(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return `must be ${article(issue.expected)}`;
  if (issue.code === 'invalid_value') return `must be one of: ${issue.values.map(String).join(', ')}`;
  return issue.message;
}

function article(type: string): string {
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}
