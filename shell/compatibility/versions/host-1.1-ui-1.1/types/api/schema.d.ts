import type { ZodMiniType } from "zod/mini";
export type Schema<Output = unknown, Input = unknown> = ZodMiniType<Output, Input>;
