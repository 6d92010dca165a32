import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { deepPage, gameweekText, idParam, instant, limit, uuid, walletAddress } from '../values.ts';
import { resultGameweek } from './results.ts';

/** A member in the table. */
export const leagueRow = z.object({
  rank: z.number(),
  /** Rank after the previous gameweek; null for members who were not in it. */
  previous_rank: z.nullable(z.number()),
  participation_id: uuid,
  wallet_address: z.string(),
  team_name: z.string(),
  /** Points since the start gameweek, with the coefficient if the league uses it; up to 3 decimals. */
  points: z.number(),
  gameweek_points: z.number(),
  /** The armband, and the starters who have played; null while they are hidden, as in a row of the leaderboard, and in a recap. */
  captain: z.nullable(z.object({ web_name: z.string(), vice_captain: z.boolean() })),
  played: z.nullable(z.number()),
  /** Results in a head-to-head league; null in a classic one. */
  head_to_head: z.nullable(
    z.object({
      /** Three for a win, one for a draw. */
      league_points: z.number(),
      played: z.number(),
      won: z.number(),
      drawn: z.number(),
      lost: z.number(),
      /** Goals scored minus goals conceded by the eleven in the matches of this league. */
      goal_difference: z.number(),
    }),
  ),
});
export type LeagueRow = z.infer<typeof leagueRow>;

/** A side of a match: a member, or the median of the other members' scores. */
export const leagueSide = z.object({
  /** Null for the median. */
  participation_id: z.nullable(uuid),
  wallet_address: z.nullable(z.string()),
  team_name: z.string(),
  /** Up to 3 decimals, of the median up to 4; null before the gameweek starts. */
  points: z.nullable(z.number()),
  /** Starters who may have yet to play: sealed ones and those with a match to come; null before the gameweek starts, and for the median. */
  players_left: z.nullable(z.number()),
});

export type LeagueSide = z.infer<typeof leagueSide>;

/** A match of a head-to-head league. */
export const leagueMatch = z.object({
  gameweek: z.number(),
  /** Round of the knock-out, counted back from the final, which is 1; null for a match of the league. */
  knock_out_round: z.nullable(z.number()),
  home: leagueSide,
  away: leagueSide,
  /** LIVE until the gameweek is final; only FINAL matches count in the table. */
  state: z.enum(['SCHEDULED', 'LIVE', 'FINAL']),
  /** Of a final match; null for a draw. A draw in the knock-out is won by the better place in the table, which is the home side. */
  winner: z.nullable(z.enum(['HOME', 'AWAY'])),
});
export type LeagueMatch = z.infer<typeof leagueMatch>;

/** Facts from which the draw of a head-to-head league can be repeated (game rule 9.11). */
export const leagueDraw = z.object({
  seed: z.string(),
  /** Wallets in the drawn order. */
  members: z.array(z.string()),
  /** First gameweek. */
  gameweek: z.number(),
  /** SHA-256 of `JSON.stringify` of the data that `leagueDrawData` returns. */
  data_hash: z.string(),
});

const memberParams = z.strictObject({ id: uuid, wallet: walletAddress });

export const leagueTable = endpoint({
  method: 'GET',
  path: '/leagues/:id/table',
  auth: 'player',
  limit: 'leaderboard',
  summary: "Table of a league, with the user's own row on every page",
  params: idParam,
  query: z.strictObject({ limit: limit(50), page: deepPage }),
  data: z.object({
    rows: z.array(leagueRow),
    total: z.number(),
    me: z.nullable(leagueRow),
    gameweek: z.nullable(z.number()),
    updated_at: instant,
  }),
});
export type LeagueTable = z.infer<typeof leagueTable.data>;

export const leagueOwnership = endpoint({
  method: 'GET',
  path: '/leagues/:id/ownership',
  auth: 'player',
  limit: 'leaderboard',
  summary:
    'Shares of the members who own, start and captain each player whose club has kicked off; of the first 1,000 members',
  params: idParam,
  data: z.object({
    gameweek: z.nullable(z.number()),
    members: z.number(),
    players: z.array(
      z.object({
        player_id: z.number(),
        /** The same in every season. */
        code: z.number(),
        web_name: z.string(),
        owned: z.number(),
        started: z.number(),
        captained: z.number(),
      }),
    ),
  }),
});

export const leagueFixtures = endpoint({
  method: 'GET',
  path: '/leagues/:id/fixtures',
  auth: 'player',
  limit: 'leaderboard',
  summary:
    'Matches of a head-to-head league: of a gameweek, or all of one member; without both, of the running or last gameweek',
  params: idParam,
  query: z.strictObject({
    gameweek: z.optional(gameweekText),
    wallet: z.optional(walletAddress),
  }),
  data: z.object({
    matches: z.array(leagueMatch),
    /** Null before the draw. */
    draw: z.nullable(leagueDraw),
  }),
});

export const leagueDrawData = endpoint({
  method: 'GET',
  path: '/leagues/:id/draw',
  auth: 'player',
  limit: 'leaderboard',
  summary: 'Football data of the first gameweek when the league was drawn, which is part of the seed',
  params: idParam,
  data: resultGameweek,
});

export type LeagueDraw = NonNullable<z.infer<typeof leagueFixtures.data>['draw']>;

export const leagueManager = endpoint({
  method: 'GET',
  path: '/leagues/:id/members/:wallet',
  auth: 'player',
  limit: 'leaderboard',
  summary: 'A member of the league, and their gameweeks and matches against the user',
  params: memberParams,
  data: z.object({
    row: leagueRow,
    /** Oldest first; final gameweeks of the league in which both took part. */
    gameweeks: z.array(z.object({ gameweek: z.number(), points: z.number(), my_points: z.number() })),
    /** Matches of the two against each other, oldest first. */
    matches: z.array(leagueMatch),
  }),
});

export const leagueRecap = endpoint({
  method: 'GET',
  path: '/leagues/:id/recap',
  auth: 'player',
  limit: 'leaderboard',
  summary:
    'What happened in the league in its last final gameweek: rows as they were after it; null before the first one',
  params: idParam,
  data: z.object({
    recap: z.nullable(
      z.object({
        gameweek: z.number(),
        average: z.number(),
        /** Highest score of the gameweek; several members may share it. */
        best: z.array(leagueRow),
        leaders: z.array(leagueRow),
        /** Members who gained and lost the most places. */
        climbers: z.array(leagueRow),
        fallers: z.array(leagueRow),
        me: z.nullable(leagueRow),
      }),
    ),
  }),
});
export type LeagueRecap = NonNullable<z.infer<typeof leagueRecap.data>['recap']>;
