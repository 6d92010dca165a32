import type { LeagueRow } from '@touchline/api/http/league-tables';
import { earnedPoints } from '@touchline/rules/points';
import type { MemberQuery, MemberRanks, Row } from '@touchline/standings/standings';
import { createVersionCache, type GameStandings } from '../standings/cached-games.ts';
import type { OwnLeague } from './access.ts';
import { type HeadToHead, rankHeadToHead, readHeadToHead } from './head-to-head.ts';
import type { AutomaticLeague, StoredLeague } from './league.ts';
import type { LeaguesContext } from './leagues-context.ts';
import { readSupporters } from './members.store.ts';
import { createMemberCache } from './members.ts';

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

  return async ({ stored, automatic }) => {
    const standings = await context.standings.getForRead((stored ?? automatic).game_id);
    if (automatic) {
      const time = automatic.rule.kind === 'CLUB' ? Math.floor(performance.now() / SUPPORTERS_MS) : 0;
      const build = async () =>
        automatic.rule.kind === 'EVERYONE'
          ? buildFullTable(standings)
          : rank(standings, await buildAutomaticQuery(context, standings, automatic));
      return remember(standings, automatic.id, build, String(time));
    }
    const headToHead = await readHeadToHead(context.db, standings.game, stored);
    if (headToHead) return buildHeadToHeadTable(standings, headToHead);
    const { id, kind, version, start_gameweek, uses_coefficient } = stored;
    const build = async () => {
      const members = await getMembers(stored);
      const table = await rank(standings, { ...buildSettings(standings, stored), members });
      return kind === 'CLASSIC' ? table : withoutResults(table);
    };
    return remember(standings, id, build, [version, start_gameweek, uses_coefficient].join());
  };
}

const rank = async (standings: GameStandings, query: MemberQuery) =>
  buildRankedTable(standings, await standings.ranking.rankMembers(query));

/** Builds the points that count in a league. */
export function buildSettings(
  { game }: GameStandings,
  { start_gameweek, uses_coefficient }: Pick<StoredLeague, 'start_gameweek' | 'uses_coefficient'>,
): Omit<MemberQuery, 'members'> {
  return {
    since: start_gameweek <= game.first_gameweek ? null : start_gameweek,
    coefficient: uses_coefficient,
  };
}

/** Builds the members of an automatic league, which counts like the leaderboard. */
export async function buildAutomaticQuery(
  { db }: Pick<LeaguesContext, 'db'>,
  { game }: Pick<GameStandings, 'game'>,
  { rule }: AutomaticLeague,
): Promise<MemberQuery> {
  const settings = { since: null, coefficient: true };
  if (rule.kind === 'EVERYONE') return { ...settings, members: null };
  if (rule.kind === 'CLUB') return { ...settings, members: await readSupporters(db, game.id, rule.club) };
  return { ...settings, members: { first_gameweek: rule.gameweek } };
}

/** Builds a table of ranked members. */
export function buildRankedTable(standings: GameStandings, ranks: MemberRanks): LeagueTable {
  const { ranking } = standings;
  const build = (row: Row, place: number): RankedMember => ({
    row,
    rank: ranks.ranks[place]!,
    previous_rank: ranks.previous_ranks[place] || null,
    points: earnedPoints(ranks.points[place]!),
    head_to_head: null,
  });
  return {
    standings,
    headToHead: null,
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
    total: members.length,
    list: async (from, limit) => members.slice(from, from + limit),
    find: (wallet) => members.find(({ row }) => row.wallet === wallet) ?? null,
  };
}

const NO_RESULTS = { league_points: 0, played: 0, won: 0, drawn: 0, lost: 0, goal_difference: 0 };

/** Adds empty results to the table of a head-to-head league that is not drawn. */
function withoutResults(table: LeagueTable): LeagueTable {
  const add = (member: RankedMember) => ({ ...member, head_to_head: NO_RESULTS });
  return {
    ...table,
    list: async (from, limit) => (await table.list(from, limit)).map(add),
    find(wallet) {
      const member = table.find(wallet);
      return member && add(member);
    },
  };
}
