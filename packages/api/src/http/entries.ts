import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { displayName, flag, idParam, instant, payoutState, playerId, uuid } from '../values.ts';
import { game } from './games.ts';
import { lineup, lineupFields } from './lineups.ts';
import { lineupReceipt } from './seals.ts';

/** A player as of the time the team was saved. Feed ids change every season, `code` does not. */
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

/** Money that is returned to a player: the entry fee of a cancelled game, or an overpaid amount. */
export const refund = z.object({
  /** A stable code such as GAME_CANCELLED, OVERPAID or ALREADY_JOINED. */
  reason: z.string(),
  /** From SENDING on the money may have moved; from SENT on `transaction_hash` is known. */
  state: payoutState,
  /** Whole FOOTBALL, decimal string. */
  amount: z.string(),
  /** The paying transaction; null while unknown. */
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
  /** Up to 3 decimals. */
  earned_points: z.number(),
  /** Null while suspended or excluded, and in the response to a join that did not wait for the standings. */
  rank: z.nullable(z.number()),
  /** A chain reorganisation removed the payment; the entry is not in the standings until it is mined again. */
  suspended: z.boolean(),
  /** Reason why an administrator excluded the entry from the standings; null if it is not excluded. */
  excluded_reason: z.nullable(z.string()),
  /** Refunds to the player, earliest due first. */
  refunds: z.array(refund),
  roster_snapshot: z.array(rosterPlayer),
  game,
});
export type Participation = z.infer<typeof participation>;

/** A line of the points breakdown of a player in a fixture. */
export const explainLine = z.object({ identifier: z.string(), value: z.number(), points: z.number() });

export const playerFixture = z.object({
  fixture: z.number(),
  opponent: z.string(),
  home: z.boolean(),
  kickoff_time: z.nullable(instant),
  started: z.boolean(),
  over: z.boolean(),
  /** False if the match does not count for this entry: it started before the entry joined, or is outside the game. */
  counts: z.boolean(),
  minutes: z.number(),
  points: z.number(),
  /** Bonus estimated from BPS until the feed has awarded it; included in `points`. */
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
  /** Points of this gameweek, before the armband. */
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
  /** Points of the starting eleven with the captain doubled, before substitutions. */
  raw_points: z.number(),
  /** After armband and substitutions. */
  points: z.number(),
  coefficient: z.number(),
  earned: z.number(),
  /** The player whose points count twice; null if neither captain nor vice-captain played. */
  armband: z.nullable(z.number()),
  substitutions: z.array(substitution),
  final_eleven: z.array(z.number()),
  /** Final: the feed has checked the gameweek. */
  settled: z.boolean(),
  /** Matches of the squad's clubs in this gameweek that count for the game, and the number that count for this entry. */
  matches: z.number(),
  matches_counting: z.number(),
  /** Average points of all entries of the game; up to 1 decimal. */
  average_points: z.number(),
  /** Rank at the end of the gameweek, or the current rank in the latest gameweek; null if unknown. */
  rank: z.nullable(z.number()),
});
export type ParticipationGameweek = z.infer<typeof participationGameweek>;

export const participationDetails = z.extend(participation, {
  ...lineup.shape,
  /** The gameweek of `players`; null before the first. */
  gameweek: z.nullable(z.number()),
  /** The gameweek to which an edit now applies; the lineup above is the lineup of this gameweek. */
  edit_gameweek: z.number(),
  /** A lineup stored for the following gameweek; null if there is none. */
  next_lineup: z.nullable(z.extend(lineup, { effective_gameweek: z.number() })),
  players: z.array(participationPlayer),
  gameweeks: z.array(participationGameweek),
});
export type ParticipationDetails = z.infer<typeof participationDetails>;

export const TRANSACTION_HASH = /^0x[0-9a-fA-F]{64}$/;

/** Join request: 15 player ids, their lineup, and the hash of the payment if there is one. */
export const joinBody = z.strictObject({
  team_name: displayName,
  roster: z.array(playerId).check(z.length(15, 'must contain 15 players')),
  ...lineupFields,
  transaction_hash: z.nullish(z.string().check(z.regex(TRANSACTION_HASH, 'must be a transaction hash'))),
});
export type JoinBody = z.input<typeof joinBody>;

/** The payment is not visible yet, or not sufficiently confirmed: repeat the same request, never pay again (game rules 5). */
export const paymentPending = z.object({ status: z.literal('PENDING'), reservation_id: uuid });
export const joinResponse = z.union([z.object({ participation, receipt: lineupReceipt }), paymentPending]);
export type JoinResponse = z.infer<typeof joinResponse>;

/** Returns the participation of a completed join. @throws Error while its payment is being confirmed */
export function requireParticipation(response: JoinResponse): Participation {
  if ('participation' in response) return response.participation;
  throw new Error('the payment of this join is still being confirmed');
}

/** Default error text of a join (PAY-17). */
export const FAILED_TO_JOIN = 'Failed to join game';

export const joinGame = endpoint({
  method: 'POST',
  path: '/games/:id/join',
  auth: 'player',
  limit: 'join',
  summary:
    'Join a game with a squad of 15. A repeated request returns the same participation; 202 while the payment is pending',
  params: idParam,
  body: joinBody,
  data: joinResponse,
  failureText: FAILED_TO_JOIN,
  status: 201,
  also: {
    200: 'Repeated request: the existing participation',
    202: 'The payment is not confirmed yet: repeat the request',
  },
  errorCodes: [
    'ALREADY_JOINED',
    'PAUSED',
    'JOIN_NOT_OPEN',
    'JOIN_CLOSED',
    'GAME_CANCELLED',
    'GAME_FULL',
    'RESERVATION_MISMATCH',
    'TX_REVERTED',
    'TX_NOT_FOUND',
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
  summary: "The user's participation in a game",
  params: idParam,
  data: z.object({ participation }),
});

export const myParticipations = endpoint({
  method: 'GET',
  path: '/games/my-participations',
  auth: 'player',
  summary: "The user's participations",
  query: z.strictObject({ realtime: z.optional(flag) }),
  data: z.object({ participations: z.array(participation) }),
});

export const renameTeam = endpoint({
  method: 'PUT',
  path: '/games/participations/:id/name',
  auth: 'player',
  limit: 'lineup',
  summary: "Rename one of the user's teams before its game is over. The name is normalised as in a join",
  params: idParam,
  body: z.strictObject({ team_name: displayName }),
  data: z.object({ team_name: z.string() }),
  errorCodes: ['GAME_NOT_EDITABLE'],
});

export const getParticipation = endpoint({
  method: 'GET',
  path: '/games/participations/:id',
  auth: 'player',
  summary: "Details of one of the user's teams",
  params: idParam,
  data: z.object({ participation: participationDetails }),
});
