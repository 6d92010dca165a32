import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { gameweekNumber, playerId, uuid } from '../values.ts';

export const formationName = z.enum(['3-4-3', '3-5-2', '4-3-3', '4-4-2', '4-5-1', '5-3-2', '5-4-1']);

/** A line-up on the wire: field in slot order, bench with the goalkeeper first. Missing armbands default to the first two field players. */
export const lineupFields = {
  formation: formationName,
  field_players: z.array(playerId).length(11, 'must hold 11 players'),
  bench_players: z.array(playerId).length(4, 'must hold 4 players'),
  captain_id: playerId.nullish(),
  vice_captain_id: playerId.nullish(),
};

export const lineup = z.object({
  formation: formationName,
  field_players: z.array(z.number()),
  bench_players: z.array(z.number()),
  captain_id: z.number(),
  vice_captain_id: z.number(),
});
export type LineupOnTheWire = z.infer<typeof lineup>;

export const saveLineup = endpoint({
  method: 'PUT',
  path: '/games/participations/:id/formation',
  auth: 'player',
  summary: 'Save the line-up; locked players keep their place (game rules 2)',
  params: z.strictObject({ id: uuid }),
  body: z.strictObject({ ...lineupFields, effective_gameweek: gameweekNumber.optional() }),
  data: z.object({ lineup, effective_gameweek: z.number().nullable() }),
  refuses: ['GAME_NOT_EDITABLE', 'PLAYER_LOCKED', 'LINEUP_INVALID'],
});

/** A locked player of somebody's team, as everybody may see him. */
const publicPlayer = z.object({
  id: z.number(),
  web_name: z.string(),
  team_short_name: z.string(),
  team_code: z.number(),
  position: z.number(),
  /** This gameweek, provisional bonus included, before the armband. */
  points: z.number(),
  provisional_bonus: z.number(),
  minutes: z.number(),
  /** A match of his is on. */
  playing: z.boolean(),
  /** All his matches of the gameweek are over. */
  over: z.boolean(),
  on_field: z.boolean(),
  /** 1 to 4; null on the field. */
  bench_place: z.number().nullable(),
  captain: z.boolean(),
  vice_captain: z.boolean(),
});
export type PublicPlayer = z.infer<typeof publicPlayer>;

export const publicLineup = endpoint({
  method: 'GET',
  path: '/games/:id/lineups/:participation_id',
  auth: 'optional',
  summary: "Anybody's team: locked players only, before the first lock nothing but its name",
  params: z.strictObject({ id: uuid, participation_id: uuid }),
  data: z.object({
    team_name: z.string(),
    wallet_address: z.string(),
    /** The gameweek that runs or ran last; null before the first lock. */
    gameweek: z.number().nullable(),
    /** Null before the first lock. */
    formation: z.string().nullable(),
    players: z.array(publicPlayer),
    /** How many of the fifteen are still hidden. */
    hidden: z.number(),
  }),
});
export type PublicLineup = z.infer<typeof publicLineup.data>;
