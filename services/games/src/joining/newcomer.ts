import type { Participation } from '@touchline/api/http/entries';
import type { Calendar } from '@touchline/rules/calendar';
import { COEFFICIENT_ONE } from '@touchline/rules/earned';
import type { Entry } from '../entries/entry.ts';
import { iso, toWireGame } from '../games/game.ts';
import type { Arrival } from './join-together.ts';

/** An entry of this very moment in API form: it has no points yet, and no rank before the standings have it. */
export function toWireNewcomer(
  entry: Entry,
  { game, team, coefficient }: Arrival,
  now: number,
  calendar: Calendar,
): Participation {
  return {
    id: entry.id,
    game_id: entry.game_id,
    team_name: entry.team_name,
    formation: team.lineup.formation,
    joined_at: iso(entry.joined_at),
    entry_points: entry.entry_points,
    current_points: entry.entry_points,
    gameweek_points: 0,
    coefficient_applied: coefficient / COEFFICIENT_ONE,
    earned_points: 0,
    rank: null,
    suspended: false,
    excluded_reason: null,
    refunds: [],
    roster_snapshot: entry.roster,
    game: toWireGame(game, now, calendar),
  };
}
