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

/** Converts a game to the tournament of DATA-09. */
export function toTournament(game: Game): Tournament {
  const { id, name, entry_fee, start_time, end_time, status, game_type, season_id } = game;
  return { id, name, entry_fee, start_date: start_time, end_date: end_time, status, game_type, season_id };
}

export interface TournamentBadge {
  text: 'Completed' | 'Active' | 'Starting Soon' | 'Open' | 'Cancelled' | 'Unknown';
  color: string;
}

/** Returns the badge for a status (TOURN-03). An upcoming tournament past its start is "Starting Soon". Times are in epoch ms. */
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

/** Sorts current and upcoming tournaments by start, then past ones, latest first. */
export function sortForList(games: readonly Game[], now: number): Game[] {
  const start = (game: Game) => Date.parse(game.start_time);
  const isOver = (game: Game) =>
    game.status === 'COMPLETED' || game.status === 'CANCELLED' || Date.parse(game.end_time) <= now;
  return games.toSorted((a, b) => {
    if (isOver(a) !== isOver(b)) return isOver(a) ? 1 : -1;
    return isOver(a) ? start(b) - start(a) : start(a) - start(b);
  });
}
