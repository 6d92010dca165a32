import { z } from 'zod/mini';
import { ERROR_STATUS, type ErrorCode, errorDetail } from './errors.ts';

/** A failed response as our servers write it (docs/api.md). */
export const errorBody = z.strictObject({
  success: z.literal(false),
  /** A sentence for users. */
  error: z.string().check(z.minLength(1)),
  code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
  details: z.optional(z.array(errorDetail)),
  request_id: z.uuid(),
});
