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
    /** True if the only change is new entries without points, so that no existing rank changed. */
    only_newcomers: z.optional(z.boolean()),
  }),
);
/** The prizes of a game were settled, funded or paid. */
export const prizesSettled = event('games.prizes.settled', z.object({ game_id: z.string() }));
/** Points of a gameweek were stored. */
export const pointsChanged = event(
  'games.points.changed',
  z.object({ season: z.string(), gameweek: z.number() }),
);

/**
 * Staking asks games to apply the coefficients of a wallet. Games reads the history from staking and ignores the one in the request.
 * The reply is the number of UPCOMING or ACTIVE participations whose coefficient changed for a gameweek that has not kicked
 * off.
 */
export const applyCoefficient = requestType(
  'request.games.apply-coefficient',
  coefficientHistory,
  z.object({ updatedParticipations: z.number() }),
);
