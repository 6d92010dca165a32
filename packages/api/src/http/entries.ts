import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { displayName, flag, instant, payoutState, playerId, uuid } from '../values.ts';
import { game } from './games.ts';
import { lineup, lineupFields } from './lineups.ts';

/** A player as of the moment the team was saved. Feed ids change every summer, `code` does not. */
export const rosterPlayer = z.object({
  id: z.number(),
  code: z.number(),
  name: z.string(),
  web_name: z.string(),
  team: z.number(),
  team_code: z.number(),
  position: z.number(),
  price: z.number(),
});
export type RosterPlayer = z.infer<typeof rosterPlayer>;

/** Money of a paid game that goes back to its player: the entry fee of a cancelled game, or what was paid too much. */
export const refund = z.object({
  /** Why, as a stable upper-case word (GAME_CANCELLED, OVERPAID, ALREADY_JOINED ...). */
  reason: z.string(),
  /** How far it is: from SENDING on the money may have moved, from SENT on `transaction_hash` is known. */
  state: payoutState,
  /** Whole FOOTBALL, decimal string. */
  amount: z.string(),
  /** The transaction that pays it; null while it is not known. */
  transaction_hash: z.nullable(z.string()),
});
export type Refund = z.infer<typeof refund>;

export const participation = z.object({
  id: uuid,
  game_id: uuid,
  team_name: z.string(),
  formation: z.string(),
  joined_at: instant,
  entry_points: z.number(),
  current_points: z.number(),
  /** Points of the current or latest gameweek, after captain and substitutions. */
  gameweek_points: z.number(),
  coefficient_applied: z.number(),
  /** At most 3 decimals. */
  earned_points: z.number(),
  /** Null while suspended or excluded, and in the answer to a join that did not wait for the standings. */
  rank: z.nullable(z.number()),
  /** A chain reorganisation removed the payment; the entry is out of the standings until it is mined again. */
  suspended: z.boolean(),
  /** Why an administrator took the entry out of the standings; null when nobody did. */
  excluded_reason: z.nullable(z.string()),
  /** What goes back to the player, the first due first; empty as long as nothing does. */
  refunds: z.array(refund),
  roster_snapshot: z.array(rosterPlayer),
  game,
});
export type Participation = z.infer<typeof participation>;

/** How a player's points in a fixture add up. */
export const explainLine = z.object({ identifier: z.string(), value: z.number(), points: z.number() });

export const playerFixture = z.object({
  fixture: z.number(),
  opponent: z.string(),
  home: z.boolean(),
  kickoff_time: z.nullable(instant),
  started: z.boolean(),
  over: z.boolean(),
  /** False when the match does not count for this entry (it began before the entry joined, or outside the game). */
  counts: z.boolean(),
  minutes: z.number(),
  points: z.number(),
  /** Bonus by BPS until the feed has its own; included in `points`. */
  provisional_bonus: z.number(),
  explain: z.array(explainLine),
});

export const participationPlayer = z.object({
  id: z.number(),
  code: z.number(),
  full_name: z.string(),
  web_name: z.string(),
  /** Current club: name, 3-letter name and stable code. */
  real_team_name: z.string(),
  team_short_name: z.string(),
  team_code: z.number(),
  position: z.number(),
  price: z.number(),
  form: z.number(),
  status: z.string(),
  news: z.string(),
  chance_of_playing: z.nullable(z.number()),
  /** Points this gameweek, before the armband. */
  current_points: z.number(),
  minutes: z.number(),
  locked: z.boolean(),
  fixtures: z.array(playerFixture),
});
export type ParticipationPlayer = z.infer<typeof participationPlayer>;

export const substitution = z.object({ out: z.number(), in: z.number(), projected: z.boolean() });

export const participationGameweek = z.object({
  gameweek: z.number(),
  players: z.array(z.object({ id: z.number(), points: z.number(), minutes: z.number() })),
  /** The starting eleven with the captain doubled, before substitutions. */
  raw_points: z.number(),
  /** After armband and substitutions. */
  points: z.number(),
  coefficient: z.number(),
  earned: z.number(),
  /** The player whose points count twice; null when neither captain nor vice-captain played. */
  armband: z.nullable(z.number()),
  substitutions: z.array(substitution),
  final_eleven: z.array(z.number()),
  /** Final: the feed has checked the gameweek. */
  settled: z.boolean(),
  /** Matches of the squad's clubs that the game counts in this gameweek, and how many of them count for this entry. */
  matches: z.number(),
  matches_counting: z.number(),
  /** Average points over all entries of the game; at most 1 decimal. */
  average_points: z.number(),
  /** Shared rank when the gameweek became final, the current rank in the latest gameweek; null if unknown. */
  rank: z.nullable(z.number()),
});
export type ParticipationGameweek = z.infer<typeof participationGameweek>;

export const participationDetails = z.extend(participation, {
  ...lineup.shape,
  /** The gameweek of `players`; null before the first. */
  gameweek: z.nullable(z.number()),
  /** The gameweek that an edit made now applies to; the lineup above is the one for it. */
  edit_gameweek: z.number(),
  /** A lineup stored for the gameweek after that; null without one. */
  next_lineup: z.nullable(z.extend(lineup, { effective_gameweek: z.number() })),
  players: z.array(participationPlayer),
  gameweeks: z.array(participationGameweek),
});
export type ParticipationDetails = z.infer<typeof participationDetails>;

export const TRANSACTION_HASH = /^0x[0-9a-fA-F]{64}$/;

/** Join payload: 15 player ids, their lineup, and the hash of the payment if there is one. */
export const joinBody = z.strictObject({
  team_name: displayName,
  roster: z.array(playerId).check(z.length(15, 'must contain 15 players')),
  ...lineupFields,
  transaction_hash: z.nullish(z.string().check(z.regex(TRANSACTION_HASH, 'must be a transaction hash'))),
});
export type JoinBody = z.input<typeof joinBody>;

const idParam = z.strictObject({ id: uuid });

/** The payment is not visible or not deep enough yet: repeat the same call, never pay again (game rules 5). */
export const paymentPending = z.object({ status: z.literal('PENDING'), reservation_id: uuid });
export const joinResponse = z.union([z.object({ participation }), paymentPending]);
export type JoinResponse = z.infer<typeof joinResponse>;

/** The participation of a join that is complete. @throws Error while its payment is being confirmed */
export function requireParticipation(answer: JoinResponse): Participation {
  if ('participation' in answer) return answer.participation;
  throw new Error('the payment of this join is still being confirmed');
}

/** PAY-17 */
export const FAILED_TO_JOIN = 'Failed to join game';

export const joinGame = endpoint({
  method: 'POST',
  path: '/games/:id/join',
  auth: 'player',
  limit: 'join',
  summary:
    'Join a game with a squad of 15. Repeating the call returns the same participation; 202 while the payment is pending',
  params: idParam,
  body: joinBody,
  data: joinResponse,
  failed: FAILED_TO_JOIN,
  status: 201,
  also: {
    200: 'Repeated call: the existing participation',
    202: 'The payment is not confirmed yet: repeat the call',
  },
  refuses: [
    'ALREADY_JOINED',
    'PAUSED',
    'JOIN_NOT_OPEN',
    'JOIN_CLOSED',
    'GAME_CANCELLED',
    'GAME_FULL',
    'RESERVATION_MISMATCH',
    'TX_REVERTED',
    'TX_NOT_PAYMENT',
    'TX_ALREADY_USED',
    'UNDERPAID',
    'SQUAD_INVALID',
    'LINEUP_INVALID',
  ],
});

export const myParticipation = endpoint({
  method: 'GET',
  path: '/games/:id/participation',
  auth: 'player',
  summary: "The caller's participation in a game",
  params: idParam,
  data: z.object({ participation }),
});

export const myParticipations = endpoint({
  method: 'GET',
  path: '/games/my-participations',
  auth: 'player',
  summary: "The caller's participations",
  query: z.strictObject({ realtime: z.optional(flag) }),
  data: z.object({ participations: z.array(participation) }),
});

export const renameTeam = endpoint({
  method: 'PUT',
  path: '/games/participations/:id/name',
  auth: 'player',
  limit: 'lineup',
  summary: "Rename one of the caller's teams while its game is not over; the name is cleaned as at joining",
  params: idParam,
  body: z.strictObject({ team_name: displayName }),
  data: z.object({ team_name: z.string() }),
  refuses: ['GAME_NOT_EDITABLE'],
});

export const getParticipation = endpoint({
  method: 'GET',
  path: '/games/participations/:id',
  auth: 'player',
  summary: "Details of one of the caller's teams",
  params: idParam,
  data: z.object({ participation: participationDetails }),
});
