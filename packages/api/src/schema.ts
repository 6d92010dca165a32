import type { ZodMiniType } from 'zod/mini';

/**
 * Any schema. Schemas shared with browsers use `zod/mini`, because zod itself would make every page larger. Server-only schemas
 * may use zod. This type accepts both.
 */
export type Schema<Output = unknown, Input = unknown> = ZodMiniType<Output, Input>;
