import type { Game } from '@touchline/api/http/games';

/** The tournament in the navigation state to the builder (DATA-09). */
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
export function toTournament(game: Game): Tournament {
  const { id, name, entry_fee, start_time, end_time, status, game_type, season_id } = game;
  return { id, name, entry_fee, start_date: start_time, end_date: end_time, status, game_type, season_id };
}

export interface TournamentBadge {
  text: 'Completed' | 'Active' | 'Starting Soon' | 'Open' | 'Cancelled' | 'Unknown';
  color: string;
}

/** The badge by status; an upcoming tournament that should have started by now is starting soon (TOURN-03). Times in epoch ms. */
export function getTournamentBadge(status: string, start: number, now: number): TournamentBadge {
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

/** Current and upcoming tournaments by their start, then past ones, latest first. */
export function sortForList(games: readonly Game[], now: number): Game[] {
  const start = (game: Game) => Date.parse(game.start_time);
  const over = (game: Game) =>
    game.status === 'COMPLETED' || game.status === 'CANCELLED' || Date.parse(game.end_time) <= now;
  return games.toSorted((a, b) => {
    if (over(a) !== over(b)) return over(a) ? 1 : -1;
    return over(a) ? start(b) - start(a) : start(a) - start(b);
  });
}
