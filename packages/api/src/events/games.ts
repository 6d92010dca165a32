import { z } from 'zod';
import { event, question } from '../event.ts';
import { coefficientHistory } from './staking.ts';

/** A game appeared, moved, changed status or was settled. */
export const gameChanged = event('games.game.changed', z.object({ game_id: z.string() }));
/** Somebody joined, a line-up was saved, or points moved: the standings of the game are new. */
export const standingsChanged = event(
  'games.standings.changed',
  z.object({ game_id: z.string(), gameweek: z.number().nullable() }),
);
/** Points of a gameweek were stored. */
export const pointsChanged = event(
  'games.points.changed',
  z.object({ season: z.string(), gameweek: z.number() }),
);

/**
 * staking tells games the whole history of a wallet's multiplier; games stores it and answers how many UPCOMING or ACTIVE
 * participations have another coefficient for a gameweek that has not kicked off.
 */
export const applyCoefficient = question(
  'ask.games.apply-coefficient',
  coefficientHistory,
  z.object({ updatedParticipations: z.number() }),
);
