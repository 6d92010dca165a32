import { z } from 'zod/mini';
import { event, requestType } from '../event.ts';
import { coefficientHistory } from './staking.ts';

/** A game was created, moved, changed status or was settled. */
export const gameChanged = event('games.game.changed', z.object({ game_id: z.string() }));
/** The standings of a game changed: an entry joined, a lineup was saved, or points moved. */
export const standingsChanged = event(
  'games.standings.changed',
  z.object({
    game_id: z.string(),
    gameweek: z.nullable(z.number()),
    /** Nothing but entries without points has come: everybody else is where he was. */
    only_newcomers: z.optional(z.boolean()),
  }),
);
/** Points of a gameweek were stored. */
export const pointsChanged = event(
  'games.points.changed',
  z.object({ season: z.string(), gameweek: z.number() }),
);

/**
 * Staking sends games the full coefficient history of a wallet; games stores it and answers in how many UPCOMING or
 * ACTIVE participations the coefficient changed for a gameweek that has not kicked off.
 */
export const applyCoefficient = requestType(
  'request.games.apply-coefficient',
  coefficientHistory,
  z.object({ updatedParticipations: z.number() }),
);
