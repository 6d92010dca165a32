import type { LeagueRow, leagueRecap } from '@touchline/api/http/league-tables';
import { earnedPoints } from '@touchline/rules/points';
import type { z } from 'zod/mini';
import { NOTHING_VISIBLE } from '../standings/rows.ts';
import type { OwnLeague } from './access.ts';
import { readMatchPoints } from './head-to-head.ts';
import { toRankedRow } from './league-rows.ts';
import {
  buildAutomaticQuery,
  buildRankedTable,
  buildSettings,
  type LeagueTable,
  type RankedMember,
} from './league-table.ts';
import type { LeaguesContext } from './leagues-context.ts';
import { readOrdinals } from './members.store.ts';

type Recap = NonNullable<z.output<typeof leagueRecap.data>['recap']>;

/** Larger automatic leagues have no recap. */
const MAX_MEMBERS = 100_000;
/** Maximum number of members with the same distinction. */
const MAX_SHARED = 10;
const MAX_MOVERS = 3;

/** A final gameweek: the members in the order of the table after it, and their points in it in thousandths. */
interface FinalGameweek {
  gameweek: number;
  members: readonly RankedMember[];
  points: readonly number[];
}

/** Builds the recap of a league's last final gameweek; null before the first one, and if all members joined the game after it. */
export async function buildRecap(
  context: LeaguesContext,
  league: OwnLeague,
  table: LeagueTable,
  wallet: string,
): Promise<Recap | null> {
  const final =
    league.stored?.kind === 'HEAD_TO_HEAD'
      ? await listFinalMatches(table)
      : await rankFinalGameweek(context, league, table);
  if (!final || final.members.length === 0) return null;
  const { gameweek, members, points } = final;
  const own = members.findIndex(({ row }) => row.wallet === wallet);
  const build = (place: number) => toRecapRow(members[place]!, earnedPoints(points[place]!));
  const { best, climbers, fallers, leaders } = findDistinctions(members, points);
  const sum = points.reduce((total, each) => total + each, 0);
  return {
    gameweek,
    average: Math.round(sum / points.length / 100) / 10,
    best: best.map(build),
    leaders: leaders.map(build),
    climbers: climbers.map(build),
    fallers: fallers.map(build),
    me: own < 0 ? null : build(own),
  };
}

/** Lists the scores of the last final matches. The table of a head-to-head league counts final gameweeks only. */
async function listFinalMatches(table: LeagueTable): Promise<FinalGameweek | null> {
  const { headToHead } = table;
  if (!headToHead || headToHead.scores.size === 0) return null;
  const gameweek = Math.max(...headToHead.scores.keys());
  const members = await table.list(0, table.total);
  const wallets = members.map(({ row }) => row.wallet);
  return { gameweek, members, points: readMatchPoints(headToHead, gameweek, wallets) };
}

/** Ranks the members by their points up to the last settled gameweek. */
async function rankFinalGameweek(
  context: LeaguesContext,
  { stored, automatic }: OwnLeague,
  { standings, total }: LeagueTable,
): Promise<FinalGameweek | null> {
  const { ranking, game } = standings;
  const since = stored?.start_gameweek ?? game.first_gameweek;
  const gameweek = Math.max(...[...ranking.settled].filter((id) => id >= since));
  if (!Number.isFinite(gameweek) || total === 0 || total > MAX_MEMBERS) return null;
  const query = automatic
    ? await buildAutomaticQuery(context, standings, automatic)
    : {
        ...buildSettings(standings, stored),
        members: await readOrdinals(context.db, stored.id, { after: 0, to: stored.version }),
      };
  const ranked = buildRankedTable(standings, await ranking.rankMembers({ ...query, until: gameweek }));
  const members = await ranked.list(0, MAX_MEMBERS);
  const ordinals = members.map(({ row }) => row.ordinal);
  return { gameweek, members, points: ranking.readGameweekPoints(gameweek, ordinals, false)! };
}

/** Finds the places of members with the most points, the leaders, and those who gained and lost the most places. */
function findDistinctions(members: readonly RankedMember[], points: readonly number[]) {
  const places = [...members.keys()];
  const top = points.reduce((highest, each) => Math.max(highest, each), Number.NEGATIVE_INFINITY);
  const climb = (place: number) => {
    const { rank, previous_rank } = members[place]!;
    return previous_rank === null ? 0 : previous_rank - rank;
  };
  const climbed = places.filter((place) => climb(place) > 0).sort((a, b) => climb(b) - climb(a));
  const fell = places.filter((place) => climb(place) < 0).sort((a, b) => climb(a) - climb(b));
  return {
    best: places.filter((place) => points[place] === top).slice(0, MAX_SHARED),
    leaders: places.filter((place) => members[place]!.rank === 1).slice(0, MAX_SHARED),
    climbers: climbed.slice(0, MAX_MOVERS),
    fallers: fell.slice(0, MAX_MOVERS),
  };
}

const toRecapRow = (member: RankedMember, gameweek_points: number): LeagueRow => ({
  ...toRankedRow(member),
  ...NOTHING_VISIBLE,
  gameweek_points,
});
