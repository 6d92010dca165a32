import { TouchlineError } from '@touchline/api/errors';
import type { Schema } from '@touchline/api/schema';
import type { z } from 'zod';
import { formatNumber } from '../format.ts';

/** Messages by field. Like those of the API, they are sentences, or begin in lower case and follow the name of the field. */
export type FieldErrors = Readonly<Record<string, string>>;

/** "Team Name" and "must not be empty" -> "Team Name must not be empty". Sentences remain unchanged. */
export const nameField = <M extends string | undefined>(name: string, message: M): string | M =>
  message && /^[a-z]/.test(message) ? `${name} ${message}` : message;

/** The first message of each field of a rejected change. Those of nested fields belong to the outer one. */
export function readFieldErrors(error: unknown): FieldErrors {
  if (!(error instanceof TouchlineError)) return {};
  // Later entries overwrite earlier ones.
  return Object.fromEntries(
    error.details.map(({ path = '', message }) => [toField(path), message] as const).reverse(),
  );
}

/** Names a path of the API: "transaction_hash" -> "Transaction hash". */
export const namePath = (path: string): string =>
  toField(path)
    .replaceAll('_', ' ')
    .replace(/^./, (first) => first.toUpperCase());

const toField = (path: string) => path.split('.', 1)[0] ?? '';

/** Messages of the fields of `body` that the schema rejects. */
export function findIssues(schema: Schema, body: unknown): FieldErrors {
  const issues = schema.safeParse(body, { error: describeIssue }).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]));
}

/** Message of an issue whose schema has none, such as a limit of a number. */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'too_big') return `must be at most ${formatNumber(Number(issue.maximum))}`;
  if (issue.code !== 'too_small') return 'is not valid';
  return `must be ${issue.inclusive ? 'at least' : 'more than'} ${formatNumber(Number(issue.minimum))}`;
}
