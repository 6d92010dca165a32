import { z } from 'zod';
import { errorDetail } from './errors.ts';

/** Every failed answer (docs/wire.md, Conventions), as the client reads it; a proxy in between may have written it. */
export const failure = z.object({
  success: z.literal(false),
  error: z.string().optional(),
  /** What other programs on the way call `error`. */
  message: z.string().optional(),
  code: z.string().optional(),
  details: z.array(errorDetail).optional(),
  request_id: z.string().optional(),
});

/** Every response: data when `success` is true, an error otherwise (API-03). */
export const envelope = <D extends z.ZodType>(data: D) =>
  z.union([z.object({ success: z.literal(true), data }), failure]);
