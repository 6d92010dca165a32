import type { LeagueRow } from '@touchline/api/http/league-tables';
import { earnedPoints } from '@touchline/rules/points';
import type { Database } from '@touchline/service-kit/data/database';
import type { MemberQuery, MemberRanks, Row } from '@touchline/standings/standings';
import { LRUCache } from 'lru-cache';
import { createVersionCache, type GameStandings } from '../standings/cached-games.ts';
import { type HeadToHead, rankHeadToHead, readHeadToHead } from './head-to-head.ts';
import { type AutomaticLeague, isAutomatic, type OwnLeague, type StoredLeague } from './league.ts';
import type { LeaguesContext } from './leagues-context.ts';
import { readOrdinals, readSupporters } from './members.store.ts';

/** A member in the table of a league. */
export interface RankedMember {
  row: Row;
  rank: number;
  previous_rank: number | null;
  /** Up to 3 decimals. */
  points: number;
  head_to_head: LeagueRow['head_to_head'];
}

/** Table of a league as of one computation of the standings. */
export interface LeagueTable {
  standings: GameStandings;
  /** Final scores that the table counts; null without a draw. */
  headToHead: HeadToHead | null;
  /** Members and points that the table ranks; null for a head-to-head league. */
  query: MemberQuery | null;
  /** Number of ranked members. */
  total: number;
  /** Returns the members from a place (from 0), best first. */
  list(from: number, limit: number): Promise<RankedMember[]>;
  find(wallet: string): RankedMember | null;
}

export type GetTable = (league: OwnLeague) => Promise<LeagueTable>;

/** Tables in memory per version of the standings, one of each league. */
const MAX_CACHED_TABLES = 2_000;
/** Time after which new supporters of a club are in its table. */
const SUPPORTERS_MS = 2_000;

/** Creates the function that returns the table of a league. A table is computed once per version of standings and members. */
export function createTables(context: LeaguesContext, max = MAX_CACHED_TABLES): GetTable {
  const getMembers = createMemberCache(context.db);
  const remember = createVersionCache<GameStandings, LeagueTable>(max);

  return async (league) => {
    const standings = await context.standings.getForRead(league.game_id);
    if (isAutomatic(league)) {
      const time = league.rule.kind === 'CLUB' ? Math.floor(performance.now() / SUPPORTERS_MS) : 0;
      const build = () => buildAutomaticTable(context.db, standings, league);
      return remember(standings, league.id, build, String(time));
    }
    const headToHead = await readHeadToHead(context.db, standings.game, league);
    if (headToHead) return buildHeadToHeadTable(standings, headToHead);
    const { id, kind, version, start_gameweek, uses_coefficient } = league;
    const build = async () => {
      const since = start_gameweek <= standings.game.first_gameweek ? null : start_gameweek;
      const query = { since, coefficient: uses_coefficient, members: await getMembers(league) };
      return buildRankedTable(standings, query, kind === 'CLASSIC' ? null : NO_RESULTS);
    };
    return remember(standings, id, build, [version, start_gameweek, uses_coefficient].join());
  };
}

/** Points of the leaderboard, which count in automatic leagues. */
const LEADERBOARD = { since: null, coefficient: true };

async function buildAutomaticTable(
  db: Database,
  standings: GameStandings,
  { game_id, rule }: AutomaticLeague,
): Promise<LeagueTable> {
  if (rule.kind === 'EVERYONE') return buildFullTable(standings);
  const members =
    rule.kind === 'CLUB' ? await readSupporters(db, game_id, rule.club) : { first_gameweek: rule.gameweek };
  return buildRankedTable(standings, { ...LEADERBOARD, members });
}

/** Results of a head-to-head league that is not drawn. */
const NO_RESULTS = { league_points: 0, played: 0, won: 0, drawn: 0, lost: 0, goal_difference: 0 };

/** Builds the table of a query. @param results of each member of a head-to-head league */
export async function buildRankedTable(
  standings: GameStandings,
  query: MemberQuery,
  results: RankedMember['head_to_head'] = null,
): Promise<LeagueTable & { ranks: MemberRanks }> {
  const { ranking } = standings;
  const ranks = await ranking.rankMembers(query);
  const build = (row: Row, place: number): RankedMember => ({
    row,
    rank: ranks.ranks[place]!,
    previous_rank: ranks.previous_ranks[place] || null,
    points: earnedPoints(ranks.points[place]!),
    head_to_head: results,
  });
  return {
    standings,
    headToHead: null,
    query: results ? null : query,
    ranks,
    total: ranks.ordinals.length,
    list: async (from, limit) =>
      ranking
        .rowsAt([...ranks.ordinals.subarray(from, from + limit)])
        .map((row, index) => build(row, from + index)),
    find(wallet) {
      const row = ranking.row(wallet);
      const place = row ? ranks.ordinals.indexOf(row.ordinal) : -1;
      return place < 0 ? null : build(row!, place);
    },
  };
}

/** Builds the table of all entries, whose ranks are those of the leaderboard. */
function buildFullTable(standings: GameStandings): LeagueTable {
  const { ranking, summary } = standings;
  const build = (row: Row): RankedMember => ({
    row,
    rank: row.rank!,
    previous_rank: row.previous_rank,
    points: earnedPoints(row.earned),
    head_to_head: null,
  });
  return {
    standings,
    headToHead: null,
    query: { ...LEADERBOARD, members: null },
    total: summary.players,
    list: async (from, limit) =>
      (await ranking.list({ sort: 'rank', order: 'asc', from, limit })).rows.map(build),
    find(wallet) {
      const row = ranking.row(wallet);
      return row?.rank ? build(row) : null;
    },
  };
}

/** Builds the table of a drawn head-to-head league, which has at most 20 members. */
function buildHeadToHeadTable(standings: GameStandings, headToHead: HeadToHead): LeagueTable {
  const members = rankHeadToHead(headToHead).flatMap(({ wallet, ...ranked }) => {
    const row = standings.ranking.row(wallet);
    return row ? [{ ...ranked, row }] : [];
  });
  return {
    standings,
    headToHead,
    query: null,
    total: members.length,
    list: async (from, limit) => members.slice(from, from + limit),
    find: (wallet) => members.find(({ row }) => row.wallet === wallet) ?? null,
  };
}

/** Ordinals of a league's members at a version of the league. */
interface Members {
  version: number;
  ordinals: Int32Array;
}

/** Members in memory, four bytes each. */
const MAX_CACHED_MEMBERS = 4_000_000;

/** Creates the function that returns the members of a league as ordinals. It reads only those who joined since its last call. */
function createMemberCache(db: Database): (league: StoredLeague) => Promise<Int32Array> {
  const cache = new LRUCache<string, Members>({
    maxSize: MAX_CACHED_MEMBERS,
    sizeCalculation: ({ ordinals }) => ordinals.length + 1,
  });
  return async ({ id, version, removed_version }) => {
    const known = cache.get(id);
    if (known && known.version >= version) return known.ordinals;
    const isUsable = known !== undefined && known.version >= removed_version;
    const added = await readOrdinals(db, id, { after: isUsable ? known.version : 0, to: version });
    const ordinals = isUsable ? concatenate(known.ordinals, added) : added;
    if ((cache.get(id)?.version ?? 0) < version) cache.set(id, { version, ordinals });
    return ordinals;
  };
}

function concatenate(first: Int32Array, second: Int32Array): Int32Array {
  const both = new Int32Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
