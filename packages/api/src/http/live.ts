import { z } from 'zod/mini';

/** Path of the event stream below /api; not an endpoint, because its response never ends. */
export const LIVE_PATH = '/live';

/**
 * Names what changed, by id; the browser fetches the data through the API. `reset`: events were lost, refetch
 * everything on display.
 */
export const liveMessage = z.discriminatedUnion('topic', [
  z.object({ topic: z.literal('gameweek'), gameweek: z.nullable(z.number()) }),
  z.object({ topic: z.literal('fixtures'), gameweek: z.nullable(z.number()) }),
  z.object({ topic: z.literal('points'), gameweek: z.number() }),
  z.object({ topic: z.literal('moments'), gameweek: z.number() }),
  z.object({
    ...{ topic: z.literal('leaderboard'), game_id: z.string(), gameweek: z.nullable(z.number()) },
    /** Nothing but entries without points has come: everybody else is where he was. */
    only_newcomers: z.optional(z.boolean()),
  }),
  z.object({ topic: z.literal('game'), game_id: z.string() }),
  /** The active stake of some wallet changed. */
  z.object({ topic: z.literal('stakes') }),
  /** An administrator set a switch: `features` of /config and /staking/tiers may differ. */
  z.object({ topic: z.literal('switches') }),
  z.object({ topic: z.literal('reset') }),
]);
export type LiveMessage = z.infer<typeof liveMessage>;
export type LiveTopic = LiveMessage['topic'];
