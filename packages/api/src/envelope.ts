import { z } from 'zod/mini';
import { errorDetail } from './errors.ts';
import type { Schema } from './schema.ts';

/** A failed response as the client reads it (docs/api.md); an intermediate proxy may have written it. */
export const failure = z.object({
  success: z.literal(false),
  error: z.optional(z.string()),
  /** Used instead of `error` by some proxies. */
  message: z.optional(z.string()),
  code: z.optional(z.string()),
  details: z.optional(z.array(errorDetail)),
  request_id: z.optional(z.string()),
});

/** Envelope of every response: data if `success` is true, otherwise an error (API-03). */
export const envelope = <D extends Schema>(data: D) =>
  z.union([z.object({ success: z.literal(true), data }), failure]);
