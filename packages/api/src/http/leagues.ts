import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { displayName, flag, gameweekNumber, idParam, instant, uuid, walletAddress } from '../values.ts';
import { game } from './games.ts';

/** CLASSIC: a table by points since the start gameweek. HEAD_TO_HEAD: a match per gameweek. */
export const leagueKind = z.enum(['CLASSIC', 'HEAD_TO_HEAD']);
export type LeagueKind = z.infer<typeof leagueKind>;

/**
 * Members of an automatic league follow from their entries: all of the game, the supporters of a club, or those whose first
 * gameweek is the same. Such a league has no owner and no code.
 */
export const automaticLeague = z.enum(['EVERYONE', 'CLUB', 'JOINED_TOGETHER']);

/** OPEN until a head-to-head league is drawn or a classic league's start gameweek begins, FINISHED with its game or without a gameweek left to start. */
export const leagueState = z.enum(['OPEN', 'STARTED', 'FINISHED']);

/**
 * A code of an invitation: eight characters of Crockford's base32, in any case and with its look-alikes (I and L are 1, O is 0).
 */
export const leagueCode = z.pipe(
  z.pipe(
    z.string().check(z.trim(), z.maxLength(20, 'must be a code of 8 characters')),
    z.transform((code) => code.toUpperCase().replace(/[-\s]/g, '').replace(/[IL]/g, '1').replace(/O/g, '0')),
  ),
  z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{8}$/, 'must be a code of 8 characters')),
);

/** A displayed name of at most 40 characters. */
export const leagueName = displayName.check(
  z.refine((name) => [...name].length <= 40, 'must have at most 40 characters'),
);

const leagueFields = {
  name: z.string(),
  kind: leagueKind,
  /** Null for a league that a player created. */
  automatic: z.nullable(automaticLeague),
  /** Points count from this gameweek on. */
  start_gameweek: z.number(),
  /** True if points include the stake coefficient. */
  uses_coefficient: z.boolean(),
  /** Gameweeks at the end of a head-to-head league that are a knock-out; 0 for none. */
  knock_out_gameweeks: z.number(),
  state: leagueState,
  /** 0 in the list of the user's leagues while the standings of an automatic league are being loaded. */
  members: z.number(),
  /** Null for an automatic league. */
  max_members: z.nullable(z.number()),
};

/** A league as its members see it. */
export const league = z.object({
  id: uuid,
  game,
  ...leagueFields,
  /** Code of invitations; null for an automatic league, after the start of a head-to-head league and for a finished league. */
  code: z.nullable(z.string()),
  /** Wallet of the owner; null for an automatic league. */
  owner: z.nullable(z.string()),
  co_admins: z.array(z.string()),
  /** True if the user is the owner or a co-admin. */
  can_manage: z.boolean(),
  /** Banned wallets; empty for members without rights. */
  banned: z.array(z.string()),
  created_at: instant,
});
export type League = z.infer<typeof league>;

/** A league in the list of the user's leagues. */
export const myLeague = z.object({
  id: uuid,
  game_id: uuid,
  game_name: z.string(),
  ...leagueFields,
  /** The user's rank, null while unranked, before the start and before the first final match; and the rank after the previous gameweek. */
  rank: z.nullable(z.number()),
  previous_rank: z.nullable(z.number()),
  /** Wallet of the opponent in this gameweek of a head-to-head league; null for the median, a classic league or no match. */
  opponent: z.nullable(z.string()),
});
export type MyLeague = z.infer<typeof myLeague>;

/** A league as a holder of its code sees it before joining. */
export const leagueInvitation = z.object({
  id: uuid,
  code: z.string(),
  game,
  ...leagueFields,
  /** Wallet of the owner, whose nickname is public. */
  owner: z.string(),
});
export type LeagueInvitation = z.infer<typeof leagueInvitation>;

/** Maximum number of co-admins of a league. */
export const MAX_CO_ADMINS = 10;

const memberParams = z.strictObject({ id: uuid, wallet: walletAddress });

export const createLeague = endpoint({
  method: 'POST',
  path: '/leagues',
  auth: 'player',
  limit: 'league',
  summary: 'Create a league of a game; the user needs an entry in it and becomes the owner and first member',
  body: z.strictObject({
    game_id: uuid,
    name: leagueName,
    kind: leagueKind,
    /** Default: the current gameweek, or the next one once it has started; at least the first of the game. */
    start_gameweek: z.optional(gameweekNumber),
    uses_coefficient: z._default(z.boolean(), false),
    knock_out_gameweeks: z._default(z.int().check(z.gte(0), z.lte(3)), 0),
  }),
  data: z.object({ league }),
  status: 201,
  errorCodes: ['NOT_FOUND', 'ENTRY_NEEDED', 'NAME_TAKEN', 'LEAGUE_STARTED', 'TOO_MANY_LEAGUES'],
});

export const myLeagues = endpoint({
  method: 'GET',
  path: '/leagues',
  auth: 'player',
  summary: "The user's leagues, automatic ones included; of one game if `game_id` is set",
  query: z.strictObject({ game_id: z.optional(uuid) }),
  data: z.object({ leagues: z.array(myLeague) }),
});

export const findInvitation = endpoint({
  method: 'GET',
  path: '/leagues/invitations/:code',
  auth: 'none',
  limit: 'leagueCode',
  summary: 'The league that a code of an invitation opens',
  params: z.strictObject({ code: leagueCode }),
  data: z.object({ invitation: leagueInvitation }),
});

export const joinLeague = endpoint({
  method: 'POST',
  path: '/leagues/join',
  auth: 'player',
  limit: 'leagueCode',
  summary:
    "Join a league with its code. The user needs an entry in the league's game (else ENTRY_NEEDED) and must not be banned (FORBIDDEN). A repeated request has no effect",
  body: z.strictObject({ code: leagueCode }),
  data: z.object({ league }),
  errorCodes: ['NOT_FOUND', 'FORBIDDEN', 'ENTRY_NEEDED', 'LEAGUE_FULL', 'LEAGUE_STARTED', 'TOO_MANY_LEAGUES'],
});

export const getLeague = endpoint({
  method: 'GET',
  path: '/leagues/:id',
  auth: 'player',
  summary: 'A league of the user',
  params: idParam,
  data: z.object({ league }),
});

export const editLeague = endpoint({
  method: 'PATCH',
  path: '/leagues/:id',
  auth: 'player',
  limit: 'league',
  summary:
    'Rename a league or change its settings; for its owner and co-admins. Settings of the table change only before the start',
  params: idParam,
  body: z.strictObject({
    name: z.optional(leagueName),
    start_gameweek: z.optional(gameweekNumber),
    uses_coefficient: z.optional(z.boolean()),
    knock_out_gameweeks: z.optional(z.int().check(z.gte(0), z.lte(3))),
    /** @deprecated Use `editLeagueMember`: this list replaces concurrent changes. For the owner only. */
    co_admins: z.optional(
      z.array(walletAddress).check(z.maxLength(MAX_CO_ADMINS, 'must have at most 10 wallets')),
    ),
    /** @deprecated Use `liftLeagueBan` and `removeLeagueMember`: this list replaces concurrent bans. Contains no member. */
    banned: z.optional(z.array(walletAddress).check(z.maxLength(1_000, 'must have at most 1,000 wallets'))),
  }),
  data: z.object({ league }),
  errorCodes: ['FORBIDDEN', 'NAME_TAKEN', 'LEAGUE_STARTED'],
});

export const rotateLeagueCode = endpoint({
  method: 'POST',
  path: '/leagues/:id/code',
  auth: 'player',
  limit: 'league',
  summary: 'Replace the code; links with the previous one no longer work. For the owner and co-admins',
  params: idParam,
  data: z.object({ code: z.string() }),
  errorCodes: ['FORBIDDEN', 'LEAGUE_STARTED'],
});

export const removeLeagueMember = endpoint({
  method: 'DELETE',
  path: '/leagues/:id/members/:wallet',
  auth: 'player',
  limit: 'league',
  summary:
    'Leave a league (own wallet), or remove a member (owner and co-admins), optionally with a ban. Others only until the league is finished; of a head-to-head league only before its start. When the owner leaves, a co-admin or else the earliest member becomes the owner',
  params: memberParams,
  query: z.strictObject({ ban: z._default(flag, false) }),
  data: z.object({ members: z.number() }),
  errorCodes: ['FORBIDDEN', 'LEAGUE_STARTED'],
});

export const editLeagueMember = endpoint({
  method: 'PATCH',
  path: '/leagues/:id/members/:wallet',
  auth: 'player',
  limit: 'league',
  summary:
    'Name a member as co-admin, or end these rights; for the owner. Co-admins have the rights of the owner, except to name co-admins and to remove the owner. A repeated request has no effect',
  params: memberParams,
  body: z.strictObject({ co_admin: z.boolean() }),
  data: z.object({ league }),
  errorCodes: ['FORBIDDEN'],
});

export const liftLeagueBan = endpoint({
  method: 'DELETE',
  path: '/leagues/:id/bans/:wallet',
  auth: 'player',
  limit: 'league',
  summary: 'Let a banned wallet join again; for the owner and co-admins. A repeated request has no effect',
  params: memberParams,
  data: z.object({ league }),
  errorCodes: ['FORBIDDEN'],
});

/** Code of a club (`team_code` of its players), which is the same in every season; null for none. */
const supportedClub = z.object({ club: z.nullable(z.int().check(z.positive(), z.lte(10_000))) });

export const getSupportedClub = endpoint({
  method: 'GET',
  path: '/leagues/club',
  auth: 'player',
  summary: 'The club that the user supports, which decides the automatic league of its supporters',
  data: supportedClub,
});

export const setSupportedClub = endpoint({
  method: 'PUT',
  path: '/leagues/club',
  auth: 'player',
  limit: 'league',
  summary: 'Choose the club to support, or none',
  body: z.strictObject(supportedClub.shape),
  data: supportedClub,
});
