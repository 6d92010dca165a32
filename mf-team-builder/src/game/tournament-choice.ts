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
