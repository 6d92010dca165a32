import type { ZodMiniType } from 'zod/mini';

/**
 * Any schema. What both sides of a call know is written with `zod/mini`, because it travels to browsers, where zod's methods
 * would add 13 kB to every page; schemas that stay on a server may have the methods. This type takes both.
 */
export type Schema<Output = unknown, Input = unknown> = ZodMiniType<Output, Input>;
