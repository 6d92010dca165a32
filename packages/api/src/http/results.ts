import { z } from 'zod/mini';
import { cursor, pagedByCursor } from '../admin-values.ts';
import { endpoint } from '../endpoint.ts';
import { gameweekInPath, idParam, instant, uuid } from '../values.ts';
import { gameType } from './games.ts';
import { prizeRow, prizeState, prizeSummary, prizeToken, wei } from './prize-plans.ts';
import { myPrize, prizeFunding, prizePaymentState } from './prizes.ts';
import { lockRoot, receiptKey } from './seals.ts';

/** A winner in the list of results. */
export const resultWinner = z.object({
  rank: z.number(),
  participation_id: uuid,
  wallet_address: z.string(),
  team_name: z.string(),
  earned_points: z.number(),
  /** Wei. */
  amount: wei,
  state: prizePaymentState,
  transaction_hash: z.nullable(z.string()),
});
export type ResultWinner = z.infer<typeof resultWinner>;

/** True after the owner of the vault took the unclaimed prizes back. They are still owed. */
const reclaimed = z.boolean();

/** A settled game. */
export const settledGame = z.object({
  game_id: uuid,
  name: z.string(),
  game_type: gameType,
  season_id: z.string(),
  end_time: instant,
  settled_at: instant,
  entries: z.number(),
  token: prizeToken,
  pool: wei,
  state: prizeState,
  prizes: z.number(),
  prizes_paid: z.number(),
  /** Wei that winners have received. */
  paid: wei,
  reclaimed,
  /** The entries with the first three prizes. */
  podium: z.array(resultWinner),
});
export type SettledGame = z.infer<typeof settledGame>;

export const listResults = endpoint({
  method: 'GET',
  path: '/results',
  auth: 'none',
  summary: 'Settled games with winners, prizes and the state of payment, latest first, paged by cursor',
  query: z.strictObject({ ...pagedByCursor, game_type: z.optional(gameType) }),
  data: z.object({ results: z.array(settledGame), next: z.nullable(cursor), total: z.number() }),
});
export type Results = z.infer<typeof listResults.data>;

const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/**
 * The result of a game, frozen when it was settled. With its gameweeks and its entries it is all that is needed to compute points,
 * ranks, amounts and root again.
 */
export const resultDocument = z.object({
  /** Version of this format. */
  format: z.literal(1),
  /** Version of the rules of points, ranks and prizes (`RULES_VERSION` of packages/rules). */
  rules_version: z.string(),
  game: z.object({
    id: uuid,
    name: z.string(),
    game_type: gameType,
    season_id: z.string(),
    /** Whole FOOTBALL; "0" is free. */
    entry_fee: z.string(),
    start_time: instant,
    end_time: instant,
    first_gameweek: z.number(),
    last_gameweek: z.number(),
  }),
  plan: z.object({
    token: prizeToken,
    guarantee: wei,
    commission_bps: z.number(),
    template: prizeSummary.shape.template,
    /** FIXED only; otherwise empty. */
    rows: z.array(prizeRow),
    min_entries: z.number(),
    eligibility: prizeSummary.shape.eligibility,
  }),
  /** Wei of the entry fees that were paid and not refunded. */
  paid_fees: wei,
  pool: wei,
  /** Number of entries in the document, ranked or not. */
  entries: z.number(),
  /** Number of entries that could win a prize: the field of the table. */
  entrants: z.number(),
  table: z.array(prizeRow),
  /** Number of prizes and their sum in wei, which is the total of the vault's settlement. */
  prizes: z.number(),
  total: wei,
  /** Digest of each gameweek's football data: SHA-256 of `JSON.stringify` of its `resultGameweek`. */
  gameweeks: z.array(z.object({ gameweek: z.number(), digest })),
  /** SHA-256 of a line `ordinal:at=coefficient,at=coefficient` and a line feed per entry with steps, by ordinal. */
  coefficients_digest: digest,
  /** Lock roots and receipt keys of the game (game rules 10), frozen with the result. The settlement on the chain does not contain them. */
  lock_roots: z._default(z.array(lockRoot), []),
  receipt_keys: z._default(z.array(receiptKey), []),
  settled_at: instant,
  /** The Merkle tree; `root` is null for a settlement without prizes. Leaves are described in contracts/src/prize-tree.ts. */
  chain_id: z.number(),
  vault: z.nullable(z.string()),
  game_key: z.string(),
  root: z.nullable(z.string()),
  /** From here on: the payment at the time of the request. */
  state: prizeState,
  funding: z.nullable(prizeFunding),
  prizes_paid: z.number(),
  reclaimed,
  /** The entries with the first three prizes. */
  podium: z.array(resultWinner),
});
export type ResultDocument = z.infer<typeof resultDocument>;

export const gameResult = endpoint({
  method: 'GET',
  path: '/games/:id/result',
  auth: 'none',
  summary: 'Result of a settled game: plan, pool, table, digests and root. 404 until it is settled',
  params: idParam,
  data: resultDocument,
});

/** Football data of one gameweek as it counted for a game; the input of `buildScoreBook` and `countingFixtures`. */
export const resultGameweek = z.object({
  gameweek: z.number(),
  /** By id. Kick-off in epoch ms. */
  fixtures: z.array(
    z.object({
      id: z.number(),
      kickoff: z.nullable(z.number()),
      home: z.number(),
      away: z.number(),
      started: z.boolean(),
      over: z.boolean(),
    }),
  ),
  /** Current club of every player, by player. */
  clubs: z.array(z.object({ player: z.number(), club: z.number() })),
  /** By fixture and player. */
  scores: z.array(
    z.object({
      fixture: z.number(),
      player: z.number(),
      points: z.number(),
      minutes: z.number(),
      cards: z.number(),
      bps: z.number(),
      bonus: z.number(),
    }),
  ),
});
export type ResultGameweek = z.infer<typeof resultGameweek>;

export const gameResultGameweek = endpoint({
  method: 'GET',
  path: '/games/:id/result/gameweeks/:gameweek',
  auth: 'none',
  summary: 'Football data of a gameweek as it counted for a settled game',
  params: z.strictObject({ id: uuid, gameweek: gameweekInPath }),
  data: resultGameweek,
});

/** A lineup version of a result; times in epoch ms, lists as in `lineupsForGameweek`. */
export const resultLineup = z.object({
  saved_at: z.number(),
  effective_gameweek: z.number(),
  formation: z.string(),
  field: z.array(z.number()),
  bench: z.array(z.number()),
  captain_id: z.number(),
  vice_captain_id: z.number(),
});

/** An entry of a result: one line of the NDJSON document. */
export const resultEntry = z.object({
  /** Order of joining, from 1. */
  ordinal: z.number(),
  participation_id: uuid,
  wallet_address: z.string(),
  team_name: z.string(),
  /** Epoch ms. */
  joined_at: z.number(),
  /** Shared rank of the standings; null for an entry outside them. */
  rank: z.nullable(z.number()),
  /** Why the entry is outside the standings: its payment was removed from the chain, or an administrator excluded it. */
  unranked: z.nullable(z.enum(['SUSPENDED', 'EXCLUDED'])),
  /** False for a ranked entry that could not win a prize under the plan's eligibility. */
  eligible: z.boolean(),
  /** Wei; "0" without a prize. */
  amount: wei,
  /** Index of the leaf in the tree; null without a prize. */
  leaf: z.nullable(z.number()),
  /** The fifteen with the positions that they had when the team was saved. */
  roster: z.array(z.object({ player: z.number(), position: z.number(), club: z.number() })),
  /** Oldest first. */
  lineups: z.array(resultLineup),
  /** Stake coefficients in thousandths, each from `at` (epoch ms) on; 1000 before the first. */
  coefficients: z.array(z.object({ at: z.number(), coefficient: z.number() })),
  /** Corrections by administrators; coefficients and earned points in thousandths. */
  corrections: z.array(
    z.object({
      field: z.enum(['current_points', 'coefficient_applied', 'earned_points']),
      delta: z.number(),
      from_gameweek: z.nullable(z.number()),
    }),
  ),
  gameweeks: z.array(
    z.object({
      gameweek: z.number(),
      points: z.number(),
      /** Thousandths. */
      coefficient: z.number(),
      earned: z.number(),
    }),
  ),
  /** Totals with corrections: points without coefficient, and earned points in thousandths. */
  gross: z.number(),
  earned: z.number(),
});
export type ResultEntry = z.infer<typeof resultEntry>;

/** Path of the entries of a result: one JSON `resultEntry` per line, by ordinal or rank. It has no envelope. */
export const RESULT_ENTRIES_PATH = '/games/:id/result/entries';
export const resultEntriesParams = idParam;
/** Lines of a page of entries. A shorter page is the last. */
export const RESULT_ENTRIES_PER_PAGE = 1_000;
/** `cursor` is the ordinal of the last line of the previous page; by rank, the number of lines read so far. */
export const resultEntriesQuery = z.strictObject({
  cursor: z.optional(z.string().check(z.regex(/^\d{1,8}$/, 'must be a number of up to 8 digits'))),
  /** By rank, tied entries are by ordinal, and those without a rank are last. */
  sort_by: z._default(z.enum(['ordinal', 'rank']), 'ordinal'),
});

export const gameResultMine = endpoint({
  method: 'GET',
  path: '/games/:id/result/mine',
  auth: 'player',
  summary: "The user's entry in the result of a settled game, and their prize with its proof",
  params: idParam,
  data: z.object({ entry: z.nullable(resultEntry), prize: z.nullable(myPrize) }),
});
