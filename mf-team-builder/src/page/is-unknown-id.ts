import { TouchlineError } from '@touchline/api/errors';

/** True if the user can see nothing with the requested id. Malformed ids and teams of other users count too. */
export function isUnknownId(error: Error | null): boolean {
  return error instanceof TouchlineError && ['NOT_FOUND', 'VALIDATION_FAILED'].includes(error.code);
}
