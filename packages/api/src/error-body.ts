import { z } from 'zod/mini';
import { ERROR_STATUS, type ErrorCode, errorDetail } from './errors.ts';

/** A failure as our servers write it (docs/wire.md, Conventions). */
export const errorBody = z.strictObject({
  success: z.literal(false),
  /** A sentence for users. */
  error: z.string().check(z.minLength(1)),
  code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
  details: z.optional(z.array(errorDetail)),
  request_id: z.uuid(),
});
