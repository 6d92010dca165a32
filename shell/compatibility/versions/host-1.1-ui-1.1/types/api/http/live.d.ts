import { z } from "zod/mini";
export declare const LIVE_PATH = "/live";
export declare const liveMessage: z.ZodMiniDiscriminatedUnion<[
 z.ZodMiniObject<{
  topic: z.ZodMiniLiteral<"gameweek">;
  gameweek: z.ZodMiniNullable<z.ZodMiniNumber<number>>;
 }, z.core.$strip>,
 z.ZodMiniObject<{
  topic: z.ZodMiniLiteral<"fixtures">;
  gameweek: z.ZodMiniNullable<z.ZodMiniNumber<number>>;
 }, z.core.$strip>,
 z.ZodMiniObject<{
  topic: z.ZodMiniLiteral<"points">;
  gameweek: z.ZodMiniNumber<number>;
 }, z.core.$strip>,
 z.ZodMiniObject<{
  topic: z.ZodMiniLiteral<"moments">;
  gameweek: z.ZodMiniNumber<number>;
 }, z.core.$strip>,
 z.ZodMiniObject<{
  topic: z.ZodMiniLiteral<"leaderboard">;
  game_id: z.ZodMiniString<string>;
  gameweek: z.ZodMiniNullable<z.ZodMiniNumber<number>>;
  only_newcomers: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
 }, z.core.$strip>,
 z.ZodMiniObject<{
  topic: z.ZodMiniLiteral<"game">;
  game_id: z.ZodMiniString<string>;
 }, z.core.$strip>,
 z.ZodMiniObject<{
  topic: z.ZodMiniLiteral<"prizes">;
  game_id: z.ZodMiniString<string>;
 }, z.core.$strip>,
 z.ZodMiniObject<{
  topic: z.ZodMiniLiteral<"stakes">;
 }, z.core.$strip>,
 z.ZodMiniObject<{
  topic: z.ZodMiniLiteral<"switches">;
 }, z.core.$strip>,
 z.ZodMiniObject<{
  topic: z.ZodMiniLiteral<"reset">;
 }, z.core.$strip>
], "topic">;
export type LiveMessage = z.infer<typeof liveMessage>;
export type LiveTopic = LiveMessage["topic"];
