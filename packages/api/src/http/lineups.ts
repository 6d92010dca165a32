import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { gameweekNumber, idParam, playerId, uuid } from '../values.ts';
import { lineupReceipt } from './seals.ts';

export const formationName = z.enum(['3-4-3', '3-5-2', '4-3-3', '4-4-2', '4-5-1', '5-3-2', '5-4-1']);

/**
 * Fields of a lineup: field players in slot order, bench with the goalkeeper first. Captain and vice-captain default to the
 * first two field players.
 */
export const lineupFields = {
  formation: formationName,
  field_players: z.array(playerId).check(z.length(11, 'must contain 11 players')),
  bench_players: z.array(playerId).check(z.length(4, 'must contain 4 players')),
  captain_id: z.nullish(playerId),
  vice_captain_id: z.nullish(playerId),
};

export const lineup = z.object({
  formation: formationName,
  field_players: z.array(z.number()),
  bench_players: z.array(z.number()),
  captain_id: z.number(),
  vice_captain_id: z.number(),
});
export type ApiLineup = z.infer<typeof lineup>;

const saveLineupBody = z.strictObject({
  ...lineupFields,
  effective_gameweek: z.optional(gameweekNumber),
  /** The lineup that the client edited. If another one has been saved since, nothing is changed and the response is STALE. */
  replaces: z.optional(z.strictObject({ ...lineupFields, captain_id: playerId, vice_captain_id: playerId })),
});
export type SaveLineupBody = z.input<typeof saveLineupBody>;

export const saveLineup = endpoint({
  method: 'PUT',
  path: '/games/participations/:id/formation',
  auth: 'player',
  limit: 'lineup',
  summary: 'Save the lineup. Locked players keep their places (game rules 2)',
  params: idParam,
  body: saveLineupBody,
  data: z.object({ lineup, effective_gameweek: z.nullable(z.number()), receipt: lineupReceipt }),
  errorCodes: ['GAME_NOT_EDITABLE', 'PLAYER_LOCKED', 'LINEUP_INVALID', 'TOO_MANY_CHANGES', 'STALE'],
});

/** A locked player of a team, visible to all users. */
const publicPlayer = z.object({
  id: z.number(),
  /** The same in every season. */
  code: z.number(),
  web_name: z.string(),
  team_short_name: z.string(),
  team_code: z.number(),
  position: z.number(),
  /** Points of this gameweek with provisional bonus, before the armband. */
  points: z.number(),
  provisional_bonus: z.number(),
  minutes: z.number(),
  /** One of the player's matches is in progress. */
  playing: z.boolean(),
  /** All of the player's matches in the gameweek are over. */
  over: z.boolean(),
  on_field: z.boolean(),
  /** 1 to 4; null on the field. */
  bench_place: z.nullable(z.number()),
  captain: z.boolean(),
  vice_captain: z.boolean(),
  /** Their points count twice. */
  doubled: z.boolean(),
  /** Their substitution, once both players are visible; null if there is none. */
  substitution: z.nullable(z.object({ comes_on: z.boolean(), projected: z.boolean() })),
});
export type PublicPlayer = z.infer<typeof publicPlayer>;

export const publicLineup = endpoint({
  method: 'GET',
  path: '/games/:id/lineups/:participation_id',
  auth: 'optional',
  summary: 'Public view of a team: only locked players; only its name before the first lock',
  params: z.strictObject({ id: uuid, participation_id: uuid }),
  data: z.object({
    team_name: z.string(),
    wallet_address: z.string(),
    /** The current or latest gameweek; null before the first lock. */
    gameweek: z.nullable(z.number()),
    /** Null before the first lock. */
    formation: z.nullable(z.string()),
    players: z.array(publicPlayer),
    /** Number of players still hidden. */
    hidden: z.number(),
  }),
});
export type PublicLineup = z.infer<typeof publicLineup.data>;
