import type { Gameweek } from '@touchline/api/http/fpl';
import type { Game } from '@touchline/api/http/games';
import { type Calendar, MINUTE_MS } from '@touchline/rules/calendar';

/** The first gameweek of a team that joins now. */
export interface FirstGameweek {
  gameweek: number;
  /** The first kick-off that may count, in epoch ms. */
  kickOff: number;
}

/**
 * Finds the first gameweek of a game with a kick-off after `now` (epoch ms). Without such a gameweek or feed data, the first of the
 * game.
 */
export function findFirstGameweek(
  game: Game,
  gameweeks: readonly Gameweek[],
  now: number,
  { tail_minutes }: Calendar,
): FirstGameweek {
  const next = gameweeks.find(
    ({ gameweek_number, end_time }) =>
      gameweek_number >= game.first_gameweek &&
      gameweek_number <= game.last_gameweek &&
      end_time !== null &&
      Date.parse(end_time) - tail_minutes * MINUTE_MS > now,
  );
  const start = Date.parse(game.start_time);
  return {
    gameweek: next?.gameweek_number ?? game.first_gameweek,
    kickOff: next?.start_time ? Math.max(Date.parse(next.start_time), start) : start,
  };
}
