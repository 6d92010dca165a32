import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { gameweekText, instant, limit, playerId, searchText, sortOrder } from '../values.ts';
import { formationName } from './lineups.ts';

/** A player of the feed. `price` is in millions with one decimal; `cost_change` is in millions since the start of the season. */
export const player = z.object({
  id: z.number(),
  /** Stable across seasons. */
  code: z.number(),
  name: z.string(),
  web_name: z.string(),
  /** Club id of this season. */
  team: z.number(),
  /** 1 GK, 2 DEF, 3 MID, 4 FWD; anything else is unknown. */
  position: z.number(),
  price: z.number(),
  total_points: z.number(),
  form: z.number(),
  selected_by_percent: z.number(),
  cost_change: z.number(),
  photo: z.string(),
  /** Feed status: a, d, i, s, u, n. */
  status: z.string(),
  can_select: z.boolean(),
  news: z.string(),
  chance_of_playing: z.nullable(z.number()),
});
export type Player = z.infer<typeof player>;

/** A club. `code` is the same in every season, `id` only in this one. */
export const team = z.object({ id: z.number(), code: z.number(), name: z.string(), short_name: z.string() });
export type Team = z.infer<typeof team>;

/** `start_time` is the first kick-off, `end_time` the last one plus the tail; null without fixtures. */
export const gameweek = z.object({
  id: z.number(),
  name: z.string(),
  gameweek_number: z.number(),
  deadline_time: instant,
  start_time: z.nullable(instant),
  end_time: z.nullable(instant),
  is_current: z.boolean(),
  is_next: z.boolean(),
  finished: z.boolean(),
  data_checked: z.boolean(),
});
export type Gameweek = z.infer<typeof gameweek>;

/** One statistic of a match: value per player, by side. */
export const fixtureStat = z.object({
  identifier: z.string(),
  h: z.array(z.object({ element: z.number(), value: z.number() })),
  a: z.array(z.object({ element: z.number(), value: z.number() })),
});

export const fixture = z.object({
  id: z.number(),
  code: z.number(),
  /** Gameweek; null while postponed without a new date. */
  event: z.nullable(z.number()),
  kickoff_time: z.nullable(instant),
  team_h: z.number(),
  team_a: z.number(),
  team_h_score: z.nullable(z.number()),
  team_a_score: z.nullable(z.number()),
  team_h_difficulty: z.number(),
  team_a_difficulty: z.number(),
  started: z.boolean(),
  finished: z.boolean(),
  finished_provisional: z.boolean(),
  minutes: z.number(),
  stats: z.array(fixtureStat),
});
export type Fixture = z.infer<typeof fixture>;

/** Age of the data: `updated_at` is the time of the last feed update; `stale` means that an update is overdue. */
const age = { season: z.string(), updated_at: instant, stale: z.boolean() };

export const bootstrap = endpoint({
  method: 'GET',
  path: '/fpl/bootstrap',
  auth: 'none',
  summary: 'Players, clubs and gameweeks of the season',
  data: z.object({ players: z.array(player), teams: z.array(team), gameweeks: z.array(gameweek), ...age }),
});
export type Bootstrap = z.infer<typeof bootstrap.data>;

export const currentGameweek = endpoint({
  method: 'GET',
  path: '/fpl/gameweek/current',
  auth: 'none',
  summary: 'The current gameweek according to the feed; the next one before the first deadline',
  data: z.object({ gameweek }),
  errorCodes: ['NOT_FOUND'],
});

export const teams = endpoint({
  method: 'GET',
  path: '/fpl/teams',
  auth: 'none',
  summary: 'The clubs of the season',
  data: z.object({ teams: z.array(team) }),
});

export const fixtures = endpoint({
  method: 'GET',
  path: '/fpl/fixtures',
  auth: 'none',
  summary: 'All fixtures of the season',
  data: z.object({ fixtures: z.array(fixture), ...age }),
});

export const gameweekFixtures = endpoint({
  method: 'GET',
  path: '/fpl/fixtures/:gameweek',
  auth: 'none',
  summary: 'The fixtures of one gameweek',
  params: z.strictObject({ gameweek: gameweekText }),
  data: z.object({ fixtures: z.array(fixture), ...age }),
});

/** Kind of a match event. Goals, assists, cards and bonus have a player. */
export const matchEventKind = z.enum([
  'KICK_OFF',
  'GOAL',
  'OWN_GOAL',
  'ASSIST',
  'YELLOW_CARD',
  'RED_CARD',
  'BONUS',
  'FULL_TIME',
]);
export type MatchEventKind = z.infer<typeof matchEventKind>;

/** A match event. It keeps its `id` when the feed corrects it. */
export const matchEvent = z.object({
  id: z.string(),
  kind: matchEventKind,
  fixture: z.number(),
  /** Three-letter names of the clubs. */
  home: z.string(),
  away: z.string(),
  /** Score directly after the event; null if the relay did not observe it live. */
  score: z.nullable(z.tuple([z.number(), z.number()])),
  /** `code` is the same in every season. */
  player: z.nullable(z.object({ id: z.number(), code: z.number(), web_name: z.string(), club: z.string() })),
  /** Minute according to the feed; null before and after play, and if the relay did not observe it live. */
  minute: z.nullable(z.number()),
  /** Points of the player for this event, before the armband. */
  points: z.number(),
  /** Time at which the relay observed it; null if it happened earlier. */
  seen_at: z.nullable(instant),
  /** The feed has revoked it, for example a goal after a review. */
  taken_back: z.boolean(),
});
export type MatchEvent = z.infer<typeof matchEvent>;

export const matchEvents = endpoint({
  method: 'GET',
  path: '/fpl/moments',
  auth: 'none',
  summary: 'Match events of the current gameweek, newest first; live topic `moments`',
  data: z.object({ season: z.string(), gameweek: z.number(), moments: z.array(matchEvent) }),
  errorCodes: ['NOT_FOUND'],
});

const price = z.pipe(
  z.string().check(z.regex(/^\d{1,3}(\.\d)?$/, 'must be a price in millions with at most one decimal')),
  z.transform(Number),
);

export const players = endpoint({
  method: 'GET',
  path: '/fpl/players',
  auth: 'none',
  summary: 'Players, with filters and sorting',
  query: z.strictObject({
    position: z.optional(z.enum(['GK', 'DEF', 'MID', 'FWD'])),
    /** Club id of this season, or its 3-letter name. */
    club: z.optional(z.string().check(z.maxLength(20))),
    search: z.optional(searchText),
    min_price: z.optional(price),
    max_price: z.optional(price),
    sort_by: z._default(
      z.enum(['total_points', 'price', 'form', 'selected_by_percent', 'name']),
      'total_points',
    ),
    sort_order: z._default(sortOrder, 'desc'),
    limit: limit(50),
  }),
  data: z.object({ players: z.array(player), total: z.number() }),
});

/** An upcoming match of a player. */
export const upcomingFixture = z.object({
  fixture: z.number(),
  event: z.nullable(z.number()),
  kickoff_time: z.nullable(instant),
  opponent: z.string(),
  home: z.boolean(),
  difficulty: z.number(),
});

/** A player's gameweek, summed over its fixtures. */
export const playerGameweek = z.object({ gameweek: z.number(), points: z.number(), minutes: z.number() });

export const playerDetails = endpoint({
  method: 'GET',
  path: '/fpl/players/:id',
  auth: 'none',
  summary: 'A player with upcoming fixtures and points by gameweek',
  params: z.strictObject({
    id: z.pipe(z.string().check(z.regex(/^\d{1,6}$/, 'must be a player id')), z.transform(Number)),
  }),
  data: z.object({ player, fixtures: z.array(upcomingFixture), gameweeks: z.array(playerGameweek) }),
});
export type PlayerDetails = z.infer<typeof playerDetails.data>;

export const validateTeam = endpoint({
  method: 'POST',
  path: '/fpl/validate-team',
  auth: 'none',
  summary: 'Validate a squad, and optionally its lineup, without joining',
  body: z.strictObject({
    roster: z.array(playerId).check(z.minLength(1), z.maxLength(15)),
    formation: z.optional(formationName),
    field_players: z.optional(z.array(playerId).check(z.maxLength(11))),
    bench_players: z.optional(z.array(playerId).check(z.maxLength(4))),
    captain_id: z.nullish(playerId),
    vice_captain_id: z.nullish(playerId),
  }),
  data: z.object({
    valid: z.boolean(),
    errors: z.array(z.object({ code: z.string(), message: z.string(), players: z.array(z.number()) })),
    /** Millions with one decimal. */
    cost: z.number(),
    remaining: z.number(),
  }),
});
