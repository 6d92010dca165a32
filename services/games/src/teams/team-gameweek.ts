import type { ParticipationGameweek } from '@touchline/api/http/entries';
import { countingFixtures } from '@touchline/rules/counting';
import { COEFFICIENT_ONE, earnedPoints, earnedThousandths, type TeamGameweek } from '@touchline/rules/points';
import type { SeasonGameweek } from '@touchline/rules/season';
import { findMatches, type Team } from '@touchline/rules/team';
import type { SettledGameweek } from '../entries/entries.store.ts';
import type { Entry } from '../entries/entry.ts';
import type { GameStandings } from '../standings/cached-games.ts';

/** Converts a team's gameweek to API form, with settled values if any, else current scores. */
export function toWireGameweek(
  standings: GameStandings,
  entry: Entry,
  team: Team,
  gameweek: SeasonGameweek,
  scored: TeamGameweek,
  settled: SettledGameweek | undefined,
): ParticipationGameweek {
  const coefficient = settled?.coefficient ?? findCoefficient(standings, entry, gameweek);
  const points = settled?.points ?? scored.points;
  return {
    gameweek: gameweek.id,
    players: scored.players.map(({ id, points: own, minutes }) => ({ id, points: own, minutes })),
    raw_points: settled?.raw_points ?? scored.raw_points,
    points,
    coefficient: coefficient / COEFFICIENT_ONE,
    earned: earnedPoints(settled?.earned ?? earnedThousandths(points, coefficient)),
    armband: scored.armband,
    substitutions: scored.substitutions.map((pair) => ({ ...pair, projected: !settled && pair.projected })),
    final_eleven: scored.final_eleven,
    settled: settled !== undefined,
    average_points: standings.summary.averages.get(gameweek.id) ?? 0,
    rank: settled ? settled.rank : findCurrentRank(standings, entry, gameweek),
    ...countMatches(standings, gameweek, team),
  };
}

/** Finds the rank in the running gameweek; null for an earlier unsettled one, which has no standings. */
function findCurrentRank(standings: GameStandings, entry: Entry, gameweek: SeasonGameweek): number | null {
  if (gameweek.id !== standings.summary.gameweek) return null;
  const row = standings.ranking.row(entry.wallet_address);
  if (row) return row.rank;
  return entry.suspended || entry.excluded ? null : standings.summary.rank_without_points;
}

/** Finds the coefficient that the standings use, in thousandths. */
const findCoefficient = ({ ranking }: GameStandings, entry: Entry, gameweek: SeasonGameweek): number =>
  ranking.findCoefficient(entry.wallet_address, gameweek) ?? COEFFICIENT_ONE;

/**
 * Counts the gameweek's matches of the squad's players: those that the game counts, and those that count for this team, which may
 * have joined after some of them. Shown as "7 of 10 matches still count".
 */
function countMatches({ season, game }: GameStandings, gameweek: SeasonGameweek, team: Team) {
  const own = new Set([...findMatches(season, gameweek, team.roster).values()].flat());
  const countingSince = (joined_at: number) => countingFixtures([...own], { ...game, joined_at }).length;
  return { matches: countingSince(-Infinity), matches_counting: countingSince(team.joined_at) };
}
