import type { ErrorDetail } from '@touchline/api/errors';
import { type Calendar, joinWindow } from '@touchline/rules/calendar';
import type { Season } from '@touchline/rules/season';
import { TOURNAMENT_SEATS } from '@touchline/rules/tournaments';
import type { NewGame } from '../games/game-plan.ts';

/** Fields that the creator chooses; times in epoch ms, the fee in whole tokens. */
interface TournamentRequest {
  name: string;
  entry_fee: string;
  start: number;
  join_deadline: number;
}

/**
 * Plans the game of a tournament: the matches of its gameweek that kick off after its start. It ends some time after the last
 * of them (game rules 4).
 * @returns the game, or the invalid field of the request
 */
export function planTournament(
  season: Season,
  { name, entry_fee, start, join_deadline }: TournamentRequest,
  now: number,
  calendar: Calendar,
): { game: NewGame } | { invalid: ErrorDetail } {
  if (start <= now) return invalid('start_time', 'must be in the future');
  const first = findFirstFixture(season, start);
  const gameweek = season.gameweeks.find(({ id }) => id === first?.gameweek);
  if (!gameweek || gameweek.end === null) return invalid('start_time', 'No matches in this period');
  const game: NewGame = {
    game_type: 'TOURNAMENT',
    name,
    description: `All matches of gameweek ${gameweek.id} that kick off at the start time or later. Up to ${TOURNAMENT_SEATS} teams.`,
    entry_fee,
    first_gameweek: gameweek.id,
    last_gameweek: gameweek.id,
    start,
    end: gameweek.end,
    join_deadline,
    max_participants: TOURNAMENT_SEATS,
  };
  const { opens_at } = joinWindow(game, now, calendar);
  if (join_deadline <= opens_at) return invalid('end_time', 'must be after the join window opens');
  if (join_deadline <= now) return invalid('end_time', 'must be in the future');
  return { game };
}

const invalid = (path: string, message: string) => ({ invalid: { path, message } });

/** Finds the first match with a gameweek that kicks off at `start` or later. */
function findFirstFixture(season: Season, start: number) {
  const ahead = season.fixtures.filter(
    ({ kickoff, gameweek }) => gameweek !== null && kickoff !== null && kickoff >= start,
  );
  return ahead.toSorted((a, b) => a.kickoff! - b.kickoff!)[0];
}
