import { z } from 'zod';

/** Path of the server-sent events below /api; not an endpoint, it never ends. */
export const LIVE_PATH = '/live';

/** What changed, ids only; the browser fetches through the API. `reset`: the stream was cut, refetch what is open. */
export const liveMessage = z.discriminatedUnion('topic', [
  z.object({ topic: z.literal('gameweek'), gameweek: z.number().nullable() }),
  z.object({ topic: z.literal('fixtures'), gameweek: z.number().nullable() }),
  z.object({ topic: z.literal('points'), gameweek: z.number() }),
  z.object({ topic: z.literal('leaderboard'), game_id: z.string(), gameweek: z.number().nullable() }),
  z.object({ topic: z.literal('game'), game_id: z.string() }),
  /** Somebody's active stake changed. */
  z.object({ topic: z.literal('stakes') }),
  z.object({ topic: z.literal('reset') }),
]);
export type LiveMessage = z.infer<typeof liveMessage>;
export type LiveTopic = LiveMessage['topic'];
