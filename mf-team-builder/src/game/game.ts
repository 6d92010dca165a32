import type { Game } from '@touchline/api/http/games';
import {
  type Calendar,
  type GameStatus,
  gameStatus,
  MINUTE_MS,
  type TimedGame,
} from '@touchline/rules/calendar';
import { formatTokens, plural } from '@touchline/ui/format';

/** Selects the fields that the window rules need, with times in epoch ms. */
export function toTimedGame(game: Game): TimedGame {
  return {
    game_type: game.game_type,
    start: Date.parse(game.start_time),
    end: Date.parse(game.end_time),
    join_deadline: game.game_type === 'TOURNAMENT' ? Date.parse(game.join_deadline) : null,
    status: game.status,
  };
}

const ORDER: readonly GameStatus[] = ['UPCOMING', 'ACTIVE', 'COMPLETED', 'CANCELLED'];

/**
 * Returns the status of a game at `now`, the server's time in epoch ms: the one that was loaded, which an administrator may have set
 * (game rule 4.6), or a later one by the clock.
 */
export function getStatus(game: Game, now: number): GameStatus {
  const byClock = gameStatus(toTimedGame(game), now);
  return ORDER.indexOf(byClock) > ORDER.indexOf(game.status) ? byClock : game.status;
}

/** Compares games by start, earliest first. */
export const byStart = (a: Game, b: Game) => Date.parse(a.start_time) - Date.parse(b.start_time);

/** True if a game has ended or is cancelled. `now` is the server's time in epoch ms. */
export function isOver(game: Game, now: number): boolean {
  return ['COMPLETED', 'CANCELLED'].includes(getStatus(game, now));
}

/** Warning about a join after the last kick-off, which the join window allows (CHOOSE-08). */
export const NO_MATCH_LEFT = 'All matches have kicked off. A team that joins now scores nothing.';

/** True until the last kick-off, which is one tail before the game's end. `now` is the server's time in epoch ms. */
export function hasMatchLeft({ end_time }: Game, now: number, { tail_minutes }: Calendar): boolean {
  return Date.parse(end_time) - tail_minutes * MINUTE_MS > now;
}

/** Number of a game's teams. An empty game that is not over shows an invitation. */
export function formatTeams(game: Game, now: number): string {
  if (game.current_participants > 0) return plural(game.current_participants, 'team');
  return isOver(game, now) ? 'No teams' : 'Be the first';
}

/** Games with an entry fee require a payment; there is no separate flag. */
export function isPaid(game: Game): boolean {
  return Number(game.entry_fee) > 0;
}

/** Formats the entry fee: "1,000 FOOTBALL" or "Free". */
export function formatEntryFee(game: Game): string {
  return isPaid(game) ? `${formatTokens(game.entry_fee)} FOOTBALL` : 'Free';
}
