import type { LeagueRow, leagueRecap } from '@touchline/api/http/league-tables';
import { earnedPoints } from '@touchline/rules/points';
import type { MemberQuery } from '@touchline/standings/standings';
import type { z } from 'zod/mini';
import { createVersionCache } from '../standings/cached-games.ts';
import { NOTHING_VISIBLE } from '../standings/rows.ts';
import { readMatchPoints } from './head-to-head.ts';
import { toRankedRow } from './league-rows.ts';
import { buildRankedTable, type LeagueTable, type RankedMember } from './league-table.ts';

type Recap = NonNullable<z.output<typeof leagueRecap.data>['recap']>;

/** Larger automatic leagues have no recap. */
const MAX_MEMBERS = 100_000;
/** Maximum number of members with the same distinction. */
const MAX_SHARED = 10;
const MAX_MOVERS = 3;

/** A final gameweek. Columns are in the order of the table after it. */
interface FinalGameweek {
  gameweek: number;
  ranks: ArrayLike<number>;
  /** 0 for members who joined later. */
  previous_ranks: ArrayLike<number>;
  /** Points in it, in thousandths. */
  points: readonly number[];
  /** Returns the row at a place. */
  build(place: number): Promise<LeagueRow>;
  /** Returns the row of a wallet; null if it is not a member. */
  find(wallet: string): LeagueRow | null;
}

/** Recap without the row of the user. */
type SharedRecap = Omit<Recap, 'me'> & Pick<FinalGameweek, 'find'>;

/** Builds the recap of a league's last final gameweek; null before the first one, and if all members joined the game after it. */
export type GetRecap = (table: LeagueTable, wallet: string) => Promise<Recap | null>;

/** Creates the function that builds recaps. All members of a league share one recap per table, except for their rows. */
export function createRecaps(): GetRecap {
  const remember = createVersionCache<LeagueTable, SharedRecap | null>(1);
  return async (table, wallet) => {
    const shared = await remember(table, '', () => buildSharedRecap(table));
    if (!shared) return null;
    const { find, ...recap } = shared;
    return { ...recap, me: find(wallet) };
  };
}

async function buildSharedRecap(table: LeagueTable): Promise<SharedRecap | null> {
  const final = await (table.query ? rankFinalGameweek(table, table.query) : listFinalMatches(table));
  if (!final || final.points.length === 0) return null;
  const { gameweek, points, find } = final;
  const build = (places: readonly number[]) => Promise.all(places.map(final.build));
  const { best, climbers, fallers, leaders } = findDistinctions(final);
  const sum = points.reduce((total, each) => total + each, 0);
  return {
    gameweek,
    average: Math.round(sum / points.length / 100) / 10,
    best: await build(best),
    leaders: await build(leaders),
    climbers: await build(climbers),
    fallers: await build(fallers),
    find,
  };
}

/** Lists the scores of the last final matches. The table of a head-to-head league counts final gameweeks only. */
async function listFinalMatches(table: LeagueTable): Promise<FinalGameweek | null> {
  const { headToHead } = table;
  if (!headToHead || headToHead.scores.size === 0) return null;
  const gameweek = Math.max(...headToHead.scores.keys());
  const members = await table.list(0, table.total);
  const wallets = members.map(({ row }) => row.wallet);
  const points = readMatchPoints(headToHead, gameweek, wallets);
  const build = (place: number) => toRecapRow(members[place]!, points[place]!);
  return {
    gameweek,
    ranks: members.map(({ rank }) => rank),
    previous_ranks: members.map(({ previous_rank }) => previous_rank ?? 0),
    points,
    build: async (place) => build(place),
    find: (wallet) => (wallets.includes(wallet) ? build(wallets.indexOf(wallet)) : null),
  };
}

/** Ranks the members by their points up to the last settled gameweek. Builds single rows: of 100,000 members they take a second. */
async function rankFinalGameweek(
  { standings, total }: LeagueTable,
  query: MemberQuery,
): Promise<FinalGameweek | null> {
  const { ranking, game } = standings;
  const since = query.since ?? game.first_gameweek;
  const gameweek = Math.max(...[...ranking.settled].filter((id) => id >= since));
  if (!Number.isFinite(gameweek) || total === 0 || total > MAX_MEMBERS) return null;
  const ranked = await buildRankedTable(standings, { ...query, until: gameweek });
  const { ranks } = ranked;
  const points = ranking.readGameweekPoints(gameweek, [...ranks.ordinals], false)!;
  return {
    gameweek,
    ranks: ranks.ranks,
    previous_ranks: ranks.previous_ranks,
    points,
    build: async (place) => toRecapRow((await ranked.list(place, 1))[0]!, points[place]!),
    find(wallet) {
      const member = ranked.find(wallet);
      return member && toRecapRow(member, points[ranks.ordinals.indexOf(member.row.ordinal)]!);
    },
  };
}

/** Finds the places of members with the most points, the leaders, and those who gained and lost the most places. */
function findDistinctions({ ranks, previous_ranks, points }: FinalGameweek) {
  const places = [...points.keys()];
  const top = points.reduce((highest, each) => Math.max(highest, each), Number.NEGATIVE_INFINITY);
  const climb = (place: number) => (previous_ranks[place] === 0 ? 0 : previous_ranks[place]! - ranks[place]!);
  const climbed = places.filter((place) => climb(place) > 0).sort((a, b) => climb(b) - climb(a));
  const fell = places.filter((place) => climb(place) < 0).sort((a, b) => climb(a) - climb(b));
  return {
    best: places.filter((place) => points[place] === top).slice(0, MAX_SHARED),
    leaders: places.filter((place) => ranks[place] === 1).slice(0, MAX_SHARED),
    climbers: climbed.slice(0, MAX_MOVERS),
    fallers: fell.slice(0, MAX_MOVERS),
  };
}

const toRecapRow = (member: RankedMember, thousandths: number): LeagueRow => ({
  ...toRankedRow(member),
  ...NOTHING_VISIBLE,
  gameweek_points: earnedPoints(thousandths),
});
