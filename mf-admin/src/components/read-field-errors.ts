import { TouchlineError } from '@touchline/api/errors';

/** Messages of a rejected change by field of its body. Those of nested fields belong to the outer one. */
export function readFieldErrors(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof TouchlineError)) return {};
  return Object.fromEntries(error.details.map(({ path = '', message }) => [path.split('.', 1)[0], message]));
}
