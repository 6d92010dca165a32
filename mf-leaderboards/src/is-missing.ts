import { TouchlineError } from '@touchline/api/errors';

/** Reports whether the server has nothing under the requested id, or the id is malformed. */
export const isMissing = (error: Error | null) =>
  error instanceof TouchlineError && [400, 404].includes(error.status);
