import { z } from 'zod/mini';
import { event, requestType } from '../event.ts';
import { fixture, gameweek, player, team } from '../http/fpl.ts';

/**
 * `version` increases with each change of the snapshot. A consumer fetches the snapshot and ignores versions older than its own,
 * which makes duplicate and reordered events harmless.
 */
const changed = { season: z.string(), version: z.number() };

/** Players, clubs or gameweeks changed (prices, deadlines, flags). */
export const bootstrapChanged = event('fpl.bootstrap.changed', z.object(changed));
/** Fixtures changed: kick-offs, scores, started, finished. */
export const fixturesChanged = event('fpl.fixtures.changed', z.object(changed));
/** Points of a gameweek changed. */
export const liveChanged = event('fpl.live.changed', z.object({ ...changed, gameweek: z.number() }));
/** A match event of a gameweek was added, changed or revoked by the feed. */
export const matchEventsChanged = event(
  'fpl.moments.changed',
  z.object({ ...changed, gameweek: z.number() }),
);

const snapshot = { season: z.string(), version: z.number(), fetched_at: z.iso.datetime() };

export const bootstrapRequest = requestType(
  'request.fpl.bootstrap',
  z.object({}),
  z.nullable(
    z.object({ ...snapshot, players: z.array(player), teams: z.array(team), gameweeks: z.array(gameweek) }),
  ),
);

/** A fixture without its statistics. */
export const fixtureSummary = z.omit(fixture, { stats: true });

export const fixturesRequest = requestType(
  'request.fpl.fixtures',
  z.object({}),
  z.nullable(z.object({ ...snapshot, fixtures: z.array(fixtureSummary) })),
);

/** Far beyond the points of any match. The bound keeps season sums in thousandths within 32 bits. */
const matchPoints = z.int().check(z.gte(-100), z.lte(100));

/**
 * A player in one fixture. `points` is the sum of `explain`; the relay cross-checks it with the feed's `total_points`.
 */
export const fixtureScore = z.object({
  fixture: z.number(),
  player: z.number(),
  points: matchPoints,
  minutes: z.number(),
  /** Yellow and red cards; a card counts as having played. */
  cards: z.number(),
  bps: z.number(),
  bonus: z.number(),
  /** Goals scored minus goals conceded while on the pitch; of the whole gameweek, in the player's first row. */
  goals: z._default(z.number(), 0),
  explain: z.array(z.object({ identifier: z.string(), value: z.number(), points: z.number() })),
});
export type FixtureScoreMessage = z.infer<typeof fixtureScore>;

export const liveRequest = requestType(
  'request.fpl.live',
  z.object({ gameweek: z.number() }),
  z.nullable(z.object({ ...snapshot, gameweek: z.number(), scores: z.array(fixtureScore) })),
);
