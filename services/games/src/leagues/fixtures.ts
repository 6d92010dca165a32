import type { LeagueMatch, leagueFixtures, leagueManager } from '@touchline/api/http/league-tables';
import { earnedPoints } from '@touchline/rules/points';
import { findGameweek } from '@touchline/rules/season';
import type { z } from 'zod/mini';
import type { GameStandings } from '../standings/cached-games.ts';
import { readHeadToHead, readMatchPoints } from './head-to-head.ts';
import type { OwnLeague } from './league.ts';
import type { LeagueTable, RankedMember } from './league-table.ts';
import type { LeaguesContext } from './leagues-context.ts';
import { buildMatches, listLeagueGameweeks } from './matches.ts';

type Fixtures = z.output<typeof leagueFixtures.data>;
type FixturesQuery = z.output<NonNullable<typeof leagueFixtures.query>>;

/** Lists the matches of a gameweek (default: the running one, else the first), or all matches of a member. */
export async function listFixtures(
  { db }: LeaguesContext,
  league: OwnLeague,
  standings: GameStandings,
  { gameweek, wallet }: FixturesQuery,
): Promise<Fixtures> {
  const headToHead = await readHeadToHead(db, standings.game, league);
  if (!headToHead) return { matches: [], draw: null };
  const all = listLeagueGameweeks(headToHead);
  const current = Math.max(all[0] ?? 0, standings.summary.gameweek ?? 0);
  const wanted = gameweek === undefined && wallet !== undefined ? all : [gameweek ?? current];
  const { seed, members, data_hash } = headToHead.league.draw;
  return {
    matches: await buildMatches(
      db,
      headToHead,
      standings,
      wanted.filter((each) => all.includes(each)),
      wallet === undefined ? undefined : [wallet],
    ),
    draw: { seed, members, gameweek: headToHead.plan.first_gameweek, data_hash },
  };
}

/** Lists the matches of two members against each other. */
export async function listMatchesBetween(
  { db }: LeaguesContext,
  { standings, headToHead }: LeagueTable,
  wallets: readonly [string, string],
): Promise<LeagueMatch[]> {
  if (!headToHead || wallets[0] === wallets[1]) return [];
  return buildMatches(db, headToHead, standings, listLeagueGameweeks(headToHead), wallets);
}

/**
 * Lists the points of two members in the final gameweeks of the league that both took part in: their scores in a head-to-head league.
 */
export function compareGameweeks(
  { standings, headToHead }: LeagueTable,
  { start_gameweek, uses_coefficient }: OwnLeague,
  member: RankedMember,
  own: RankedMember | null,
): z.output<typeof leagueManager.data>['gameweeks'] {
  if (!own) return [];
  const { ranking, season } = standings;
  if (headToHead)
    return [...headToHead.scores.keys()].map((gameweek) => {
      const wallets = [member.row.wallet, own.row.wallet];
      const [points, mine] = readMatchPoints(headToHead, gameweek, wallets);
      return { gameweek, points: earnedPoints(points!), my_points: earnedPoints(mine!) };
    });
  const joined = Math.max(member.row.joined_at, own.row.joined_at);
  const gameweeks = [...ranking.settled].filter(
    (id) => id >= start_gameweek && (findGameweek(season, id)?.end ?? joined) >= joined,
  );
  return gameweeks
    .sort((a, b) => a - b)
    .map((gameweek) => {
      const ordinals = [member.row.ordinal, own.row.ordinal];
      const [points, mine] = ranking.readGameweekPoints(gameweek, ordinals, uses_coefficient)!;
      return { gameweek, points: earnedPoints(points!), my_points: earnedPoints(mine!) };
    });
}
