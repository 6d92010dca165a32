import type { Game } from '@touchline/api/http/games';

/** A tournament as it travels to the builder in navigation state (DATA-09). */
export interface Tournament {
  id: string;
  name: string;
  entry_fee: string;
  start_date: string;
  end_date: string;
  status: string;
  game_type: string;
  season_id: string;
}

/** DATA-09 */
export function tournamentOf(game: Game): Tournament {
  const { id, name, entry_fee, start_time, end_time, status, game_type, season_id } = game;
  return { id, name, entry_fee, start_date: start_time, end_date: end_time, status, game_type, season_id };
}

export interface TournamentBadge {
  text: 'Completed' | 'Active' | 'Starting Soon' | 'Open' | 'Cancelled' | 'Unknown';
  color: string;
}

/** TOURN-03: by status; one that should have started by the clock (epoch ms) starts soon. */
export function tournamentBadge(status: string, start: number, now: number): TournamentBadge {
  switch (status) {
    case 'COMPLETED':
      return { text: 'Completed', color: 'gray' };
    case 'ACTIVE':
      return { text: 'Active', color: 'grass' };
    case 'UPCOMING':
      return now >= start ? { text: 'Starting Soon', color: 'warn' } : { text: 'Open', color: 'info' };
    case 'CANCELLED':
      return { text: 'Cancelled', color: 'danger' };
    default:
      return { text: 'Unknown', color: 'gray' };
  }
}

/** Those that can be joined or are still to come by their start, then those that are over, the latest first. */
export function inListOrder(games: readonly Game[], now: number): Game[] {
  const start = (game: Game) => Date.parse(game.start_time);
  const over = (game: Game) =>
    game.status === 'COMPLETED' || game.status === 'CANCELLED' || Date.parse(game.end_time) <= now;
  return games.toSorted((a, b) => {
    if (over(a) !== over(b)) return over(a) ? 1 : -1;
    return over(a) ? start(b) - start(a) : start(a) - start(b);
  });
}
