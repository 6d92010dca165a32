import type { LeaderboardRow } from '@touchline/api/http/leaderboard';
import { listPositions } from '@touchline/rules/lineup';
import type { StoredLineupVersion } from '@touchline/rules/lineup-versions';
import { type PlayersGameweek, playersGameweek } from '@touchline/rules/points';
import { findGameweek, type Season } from '@touchline/rules/season';
import { findTeamInput, type Team } from '@touchline/rules/team';
import type { Row } from '@touchline/standings/standings';
import { findMatches, isFixed } from '../lineups/locked.ts';
import type { GameStandings } from './game-standings.ts';

export type VisibleTeam = Pick<LeaderboardRow, 'captain' | 'played'>;

/** Shown before the first kick-off, and for a team without a lineup. */
export const NOTHING_VISIBLE: VisibleTeam = { captain: null, played: null };

/**
 * Builds the captain and number of played starters of a team, as of the time of the standings. That is never later than the time
 * the lineup was read: a captain who locks in between stays hidden.
 * @param viewer `public` sees a captain from the captain's kick-off, as in the team preview; `owner` always
 */
export function buildVisibleTeam(
  { season, game, summary }: GameStandings,
  row: Row,
  viewer: 'public' | 'owner',
): VisibleTeam {
  const gameweek = summary.gameweek === null ? undefined : findGameweek(season, summary.gameweek);
  if (!gameweek) return NOTHING_VISIBLE;
  const { lineup } = row;
  const team = buildRowTeam(season, row);
  const input = findTeamInput(season, gameweek, game, team);
  if (!input) return NOTHING_VISIBLE;
  const scored = playersGameweek(input);
  const bands = [lineup.captain_id, lineup.vice_captain_id];
  const matches = findMatches(
    season,
    gameweek,
    team.roster.filter(({ id }) => bands.includes(id)),
  );
  const isVisible = (id: number) =>
    viewer === 'owner' || isFixed(gameweek, matches.get(id)!, summary.computed_at);
  return {
    captain: findVisibleCaptain(lineup, scored, isVisible, season.players),
    played: countPlayed(lineup, scored),
  };
}

/** Builds the team of a row with its one lineup. */
export function buildRowTeam(season: Season, { joined_at, lineup }: Pick<Row, 'joined_at' | 'lineup'>): Team {
  const positions = listPositions(lineup);
  const roster = [...lineup.field, ...lineup.bench].map((id, slot) => ({
    id,
    position: positions[slot]!,
    team: season.players.get(id)?.team ?? 0,
  }));
  return { joined_at, roster, lineups: [lineup] };
}

function findVisibleCaptain(
  { captain_id, vice_captain_id }: StoredLineupVersion,
  { armband }: PlayersGameweek,
  isVisible: (id: number) => boolean,
  players: Season['players'],
): VisibleTeam['captain'] {
  // A hidden vice-captain stays hidden, even after the captain has missed.
  const vice_captain = armband === vice_captain_id && isVisible(vice_captain_id);
  const wearer = vice_captain ? vice_captain_id : captain_id;
  const player = isVisible(wearer) ? players.get(wearer) : undefined;
  return player ? { web_name: player.web_name, vice_captain } : null;
}

/** Counts the starters who have played. Their matches have started, so none of them is hidden. */
function countPlayed({ field }: StoredLineupVersion, { players }: PlayersGameweek): number {
  return players.filter(({ id, played }) => played && field.includes(id)).length;
}
