import type { Game } from '@touchline/api/http/games';
import type { TimedGame } from '@touchline/rules/windows';

/** A game of the wire as the window rules take it. */
export function timed(game: Game): TimedGame {
  return {
    game_type: game.game_type,
    start: Date.parse(game.start_time),
    end: Date.parse(game.end_time),
    join_deadline: game.game_type === 'TOURNAMENT' ? Date.parse(game.join_deadline) : null,
    status: game.status,
  };
}

/** Payment is needed exactly when there is a fee. */
export function isPaid(game: Game): boolean {
  return Number(game.entry_fee) > 0;
}

/** Whole tokens with thousands separators: "1000" -> "1,000". */
export function tokens(amount: string): string {
  const [whole = '0', fraction] = amount.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction && /[1-9]/.test(fraction) ? `${grouped}.${fraction.replace(/0+$/, '')}` : grouped;
}
