import type { HistoryTeam } from '@touchline/api/http/history';
import { describeGameState } from './game-state.ts';

/** A gameweek of a team. */
export interface Week {
  team: HistoryTeam;
  week: HistoryTeam['gameweeks'][number];
}

/** Computes the records of a manager from all teams. */
export function computeRecords(teams: readonly HistoryTeam[]) {
  const final = teams.filter((team) => describeGameState(team) === null);
  return {
    games: final.length,
    wins: final.filter(({ rank }) => rank === 1).length,
    /** The gameweek with the most points; null before the first points. */
    bestWeek: listWeeks(teams).toSorted((a, b) => b.week.points - a.week.points)[0] ?? null,
    /** The best final place; null without one. */
    highestFinish: final.toSorted((a, b) => a.rank - b.rank || b.teams - a.teams)[0] ?? null,
    /** Most gameweeks in a row with a team above the average of its game. */
    longestRun: computeLongestRun(teams),
  };
}

/** Lists the gameweeks of all games that were not cancelled. */
const listWeeks = (teams: readonly HistoryTeam[]): Week[] =>
  teams
    .filter(({ game }) => game.status !== 'CANCELLED')
    .flatMap((team) => team.gameweeks.map((week) => ({ team, week })));

function computeLongestRun(teams: readonly HistoryTeam[]): number {
  // Several teams of one gameweek count once; a gameweek without a team ends the run.
  const above = new Set(
    listWeeks(teams)
      .filter(({ week }) => week.points > week.average_points)
      .map(({ team, week }) => `${team.game.season_id} ${week.gameweek}`),
  );
  const measure = (season: string, gameweek: number): number =>
    above.has(`${season} ${gameweek}`) ? 1 + measure(season, gameweek + 1) : 0;
  return Math.max(
    0,
    ...listWeeks(teams).map(({ team, week }) => measure(team.game.season_id, week.gameweek)),
  );
}

/** The teams of the latest gameweek with points. */
export function findLatestWeek(teams: readonly HistoryTeam[]): Week[] {
  const weeks = listWeeks(teams);
  const seasons = weeks.map(({ team }) => team.game.season_id).sort();
  const season = seasons.at(-1);
  const inSeason = weeks.filter(({ team }) => team.game.season_id === season);
  const latest = Math.max(...inSeason.map(({ week }) => week.gameweek));
  return inSeason.filter(({ week }) => week.gameweek === latest);
}

/** A game that two managers have played. */
export interface Meeting {
  mine: HistoryTeam;
  theirs: HistoryTeam;
}

/** Compares the earned points of two managers in all games that both have played. Counts only those with a final result. */
export function compareManagers(mine: readonly HistoryTeam[], theirs: readonly HistoryTeam[]) {
  const byGame = new Map(theirs.map((team) => [team.game.id, team]));
  const meetings = mine.flatMap((team) => {
    const other = byGame.get(team.game.id);
    return other ? [{ mine: team, theirs: other }] : [];
  });
  const differences = meetings
    .filter(({ mine: own }) => describeGameState(own) === null)
    .map((meeting) => Math.sign(meeting.mine.earned_points - meeting.theirs.earned_points));
  const count = (sign: number) => differences.filter((difference) => difference === sign).length;
  return {
    won: count(1),
    drawn: count(0),
    lost: count(-1),
    /** Latest first. */
    meetings,
  };
}
