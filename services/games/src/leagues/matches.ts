import type { LeagueMatch } from '@touchline/api/http/league-tables';
import { countingFixtures } from '@touchline/rules/counting';
import { type MemberScore, type Pairing, scoreMatch } from '@touchline/rules/league-fixtures';
import { findKnockOutWinner, pairGameweek } from '@touchline/rules/league-knock-out';
import { findGameweek, type SeasonFixture } from '@touchline/rules/season';
import { findMatches, isFixed } from '@touchline/rules/team';
import type { Database } from '@touchline/service-kit/data/database';
import type { Row } from '@touchline/standings/standings';
import type { GameStandings } from '../standings/cached-games.ts';
import { buildRowTeam } from '../standings/rows.ts';
import { findCorrectionPeriod } from './entry-scores.ts';
import type { HeadToHead } from './head-to-head.ts';
import { readCorrections } from './league-scores.store.ts';

/** Scores of all members in a gameweek by place in the draw; null before it starts. */
interface GameweekScores {
  state: LeagueMatch['state'];
  scores: readonly MemberScore[] | null;
}

/** Lists the gameweeks of a head-to-head league. */
export const listLeagueGameweeks = ({ plan }: HeadToHead): number[] =>
  Array.from({ length: plan.last_gameweek - plan.first_gameweek + 1 }, (_, at) => plan.first_gameweek + at);

/**
 * Builds the matches of gameweeks in which all of `wallets` take part; none of them gives the matches of all members. Final scores are the stored ones; running ones come from
 * the standings in memory.
 */
export async function buildMatches(
  db: Database,
  headToHead: HeadToHead,
  standings: GameStandings,
  gameweeks: readonly number[],
  wallets: readonly string[] = [],
): Promise<LeagueMatch[]> {
  const { league, plan, scores } = headToHead;
  const { members } = league.draw;
  const rows = members.map((wallet) => standings.ranking.row(wallet));
  const isWanted = ({ home, away }: Pairing) =>
    wallets.every((wallet) => members[home] === wallet || (away !== null && members[away] === wallet));
  const matches: LeagueMatch[] = [];
  for (const gameweek of gameweeks) {
    const { pairings, knock_out_round } = pairGameweek(plan, gameweek, scores);
    const wanted = pairings.filter(isWanted);
    if (wanted.length === 0) continue;
    const scored = await scoreGameweek(db, headToHead, standings, rows, gameweek);
    for (const pairing of wanted) {
      const doubled = scored.scores && scoreMatch(pairing, scored.scores);
      const left = (row: Row | null | undefined) => countPlayersLeft(standings, row, gameweek, scored.state);
      const [home, away] = [rows[pairing.home], pairing.away === null ? null : rows[pairing.away]];
      matches.push({
        gameweek,
        knock_out_round,
        home: buildSide(members[pairing.home]!, home, doubled?.home, left(home)),
        away:
          pairing.away === null
            ? { ...MEDIAN, points: toPoints(doubled?.away) }
            : buildSide(members[pairing.away]!, away, doubled?.away, left(away)),
        state: scored.state,
        winner: scored.state === 'FINAL' ? findWinner(headToHead, pairing, gameweek, knock_out_round) : null,
      });
    }
  }
  return matches;
}

const MEDIAN = { participation_id: null, wallet_address: null, team_name: 'Median', players_left: null };

/** Converts twice a number of thousandths to points. */
const toPoints = (doubled: number | undefined): number | null =>
  doubled === undefined ? null : doubled / 2000;

const buildSide = (
  wallet: string,
  row: Row | null | undefined,
  doubled: number | undefined,
  players_left: number | null,
): LeagueMatch['home'] => ({
  participation_id: row?.id ?? null,
  wallet_address: wallet,
  team_name: row?.team_name ?? '',
  points: toPoints(doubled),
  players_left,
});

async function scoreGameweek(
  db: Database,
  { league, scores }: HeadToHead,
  { ranking, season }: GameStandings,
  rows: readonly (Row | null)[],
  id: number,
): Promise<GameweekScores> {
  const final = scores.get(id);
  if (final) return { state: 'FINAL', scores: final };
  const { ordinals } = league.draw;
  const points = ranking.readGameweekPoints(id, ordinals, league.uses_coefficient);
  if (!points) return { state: 'SCHEDULED', scores: null };
  const period = findCorrectionPeriod(season, findGameweek(season, id)!);
  const corrections = await readCorrections(db, league.game_id, ordinals, period);
  const live = rows.map((row, member) => ({
    points: row?.rank ? points[member]! + (corrections.get(row.ordinal) ?? 0) * 1000 : 0,
    goals: 0,
  }));
  return { state: 'LIVE', scores: live };
}

function findWinner(
  { scores }: HeadToHead,
  pairing: Pairing,
  gameweek: number,
  knockOutRound: number | null,
): LeagueMatch['winner'] {
  if (knockOutRound !== null)
    return findKnockOutWinner(pairing, scores, gameweek) === pairing.home ? 'HOME' : 'AWAY';
  const { home, away } = scoreMatch(pairing, scores.get(gameweek)!);
  if (home === away) return null;
  return home > away ? 'HOME' : 'AWAY';
}

/**
 * Counts the starters who may have yet to play, from what the public view of a team shows (game rules 10.10): sealed places on the
 * field, and open starters with a match to come. Returns 0 once all matches have started.
 */
function countPlayersLeft(
  { season, game, summary }: GameStandings,
  row: Row | null | undefined,
  id: number,
  state: LeagueMatch['state'],
): number | null {
  const gameweek = findGameweek(season, id);
  if (state === 'SCHEDULED' || !gameweek) return null;
  // A row has the lineup of the running gameweek. All matches of an earlier one have started.
  if (state === 'FINAL' || !row || id !== summary.gameweek) return 0;
  const counting = countingFixtures(gameweek.fixtures, { ...game, joined_at: row.joined_at });
  const toCome = new Set<SeasonFixture>(counting.filter(({ started }) => !started));
  if (toCome.size === 0) return 0;
  const matches = findMatches(season, gameweek, buildRowTeam(season, row).roster);
  return row.lineup.field.filter((player) => {
    const own = matches.get(player)!;
    return !isFixed(gameweek, own, summary.computed_at) || own.some((match) => toCome.has(match));
  }).length;
}
