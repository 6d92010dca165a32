import type { Game } from '@touchline/api/http/games';
import type { TimedGame } from '@touchline/rules/windows';
import { formatTokens } from '@touchline/ui/format';

/** The part of a game that the window rules need, with times in epoch ms. */
export function toTimedGame(game: Game): TimedGame {
  return {
    game_type: game.game_type,
    start: Date.parse(game.start_time),
    end: Date.parse(game.end_time),
    join_deadline: game.game_type === 'TOURNAMENT' ? Date.parse(game.join_deadline) : null,
    status: game.status,
  };
}

/** A game with an entry fee must be paid for; there is no separate flag. */
export function isPaid(game: Game): boolean {
  return Number(game.entry_fee) > 0;
}

/** "1,000 FOOTBALL", or "Free". */
export function entryFeeText(game: Game): string {
  return isPaid(game) ? `${formatTokens(game.entry_fee)} FOOTBALL` : 'Free';
}
