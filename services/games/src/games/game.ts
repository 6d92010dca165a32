import type { Game, GameStatus, GameType } from '@touchline/api/http/games';
import { toInstant } from '@touchline/api/values';
import { type Calendar, gameStatus, joinWindow, type TimedGame } from '@touchline/rules/calendar';
import { buildPrizeSummary, type StoredPrizes } from './prizes.ts';

/** A game as stored; times in epoch ms, fee in whole tokens. */
export interface StoredGame {
  id: string;
  season: string;
  game_type: GameType;
  name: string;
  description: string;
  entry_fee: string;
  first_gameweek: number;
  last_gameweek: number;
  start: number;
  end: number;
  /** Tournaments only: end of the join window. */
  join_deadline: number | null;
  status: GameStatus;
  /** The administrator who cancelled the game permanently. */
  cancelled_by: string | null;
  /** Status set by an administrator; overrides the clock and the feed. */
  held_status: 'UPCOMING' | 'ACTIVE' | 'COMPLETED' | null;
  held_start: boolean;
  held_end: boolean;
  settlement: Game['settlement'];
  max_participants: number | null;
  participants: number;
  version: number;
  prizes: StoredPrizes;
}

/** Entry fees by game type in whole tokens, with the token and its recipient. */
export interface Fees {
  SEASON: string;
  WEEKLY: string;
  TOURNAMENT: string;
  token: string;
  decimals: number;
  recipient: string;
}

/** Computes the status: the one that an administrator set, else by the clock. The stored status may lag behind. */
export function computeStatus(game: TimedGame & Pick<StoredGame, 'held_status'>, now: number): GameStatus {
  if (game.status === 'CANCELLED') return game.status;
  return game.held_status ?? gameStatus(game, now);
}

/** PENDING until the game is over, then PROVISIONAL until FINAL is stored. */
export function computeSettlement(game: StoredGame, now: number): Game['settlement'] {
  if (game.settlement === 'FINAL') return 'FINAL';
  return computeStatus(game, now) === 'COMPLETED' ? 'PROVISIONAL' : 'PENDING';
}

/** Converts a game to API form, as of `now`. */
export function toWireGame(game: StoredGame, now: number, calendar: Calendar): Game {
  const window = joinWindow(game, now, calendar);
  return {
    id: game.id,
    name: game.name,
    game_type: game.game_type,
    status: computeStatus(game, now),
    settlement: computeSettlement(game, now),
    description: game.description,
    entry_fee: game.entry_fee,
    season_id: game.season,
    start_time: toInstant(game.start),
    end_time: toInstant(game.end),
    join_opens_at: toInstant(window.opens_at),
    join_deadline: toInstant(window.closes_at),
    first_gameweek: game.first_gameweek,
    last_gameweek: game.last_gameweek,
    current_participants: game.participants,
    max_participants: game.max_participants,
    prizes: buildPrizeSummary(game, now, window.code === 'OPEN' || window.code === 'NOT_OPEN'),
  };
}
