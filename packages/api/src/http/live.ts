import { z } from 'zod/mini';

/** Path of the event stream below /api. It is not an endpoint, because its response does not end. */
export const LIVE_PATH = '/live';

/**
 * Identifies changed data; clients fetch the data through the API. `reset`: events were lost, so clients must refetch all
 * displayed data.
 */
export const liveMessage = z.discriminatedUnion('topic', [
  z.object({ topic: z.literal('gameweek'), gameweek: z.nullable(z.number()) }),
  z.object({ topic: z.literal('fixtures'), gameweek: z.nullable(z.number()) }),
  z.object({ topic: z.literal('points'), gameweek: z.number() }),
  z.object({ topic: z.literal('moments'), gameweek: z.number() }),
  z.object({
    topic: z.literal('leaderboard'),
    game_id: z.string(),
    gameweek: z.nullable(z.number()),
    /** True if the only change is new entries without points, so that no existing rank changed. */
    only_newcomers: z.optional(z.boolean()),
  }),
  z.object({ topic: z.literal('game'), game_id: z.string() }),
  /** The prizes of a game were settled, funded or paid. */
  z.object({ topic: z.literal('prizes'), game_id: z.string() }),
  /** The active stake of a wallet changed. */
  z.object({ topic: z.literal('stakes') }),
  /** An administrator set a switch: `features` of /config and /staking/tiers may differ. */
  z.object({ topic: z.literal('switches') }),
  z.object({ topic: z.literal('reset') }),
]);
export type LiveMessage = z.infer<typeof liveMessage>;
export type LiveTopic = LiveMessage['topic'];
