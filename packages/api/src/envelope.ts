import { z } from 'zod/mini';
import { errorDetail } from './errors.ts';
import type { Schema } from './schema.ts';

/** Every failed answer (docs/wire.md, Conventions), as the client reads it; a proxy in between may have written it. */
export const failure = z.object({
  success: z.literal(false),
  error: z.optional(z.string()),
  /** What other programs on the way call `error`. */
  message: z.optional(z.string()),
  code: z.optional(z.string()),
  details: z.optional(z.array(errorDetail)),
  request_id: z.optional(z.string()),
});

/** Every response: data when `success` is true, an error otherwise (API-03). */
export const envelope = <D extends Schema>(data: D) =>
  z.union([z.object({ success: z.literal(true), data }), failure]);
