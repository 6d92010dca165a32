import { TouchlineError } from '@touchline/api/errors';
import type { Game, GameStatus, GameType, JoinReason } from '@touchline/api/http/games';
import { toInstant } from '@touchline/api/values';
import { type Calendar, gameStatus, joinWindow, type TimedGame } from '@touchline/rules/calendar';
import type { Switches } from '@touchline/service-kit/administration/switches';
import { validationError } from '@touchline/service-kit/http/validate';
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
  /** Number of changes by administrators. */
  edits: number;
  created_at: number;
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
    prizes: buildPrizeSummary(game, now, calendar),
  };
}

interface JoinRejection {
  code: JoinReason;
  /** JOIN_NOT_OPEN, JOIN_CLOSED or GAME_CANCELLED. */
  error: TouchlineError;
}

/** Finds why a game cannot be joined now; null when it is open. Ignores the wallet and free seats. */
export function findJoinRejection(game: StoredGame, now: number, calendar: Calendar): JoinRejection | null {
  const { code, reason } = joinWindow(game, now, calendar);
  if (code === 'CANCELLED') return { code, error: new TouchlineError('GAME_CANCELLED', reason) };
  if (code === 'NOT_OPEN') return { code, error: new TouchlineError('JOIN_NOT_OPEN', reason) };
  if (code === 'CLOSED') return { code, error: new TouchlineError('JOIN_CLOSED', reason) };
  if (!game.prizes.covered)
    return { code: 'NOT_OPEN', error: new TouchlineError('JOIN_NOT_OPEN', UNCOVERED_TEXT) };
  return null;
}

/** @throws TouchlineError JOIN_NOT_OPEN, JOIN_CLOSED, GAME_CANCELLED */
export function assertJoinOpen(game: StoredGame, now: number, calendar: Calendar): void {
  const rejection = findJoinRejection(game, now, calendar);
  if (rejection) throw rejection.error;
}

const UNCOVERED_TEXT = 'This game opens as soon as the reserves cover its prizes.';

/** True for a game with an entry fee. */
export const isPaid = (game: StoredGame) => Number(game.entry_fee) > 0;

/** Error for a join without a payment. */
export const feeRequired = () =>
  validationError([{ path: 'transaction_hash', message: 'is required: this game has an entry fee' }]);

export const GAME_FULL_TEXT =
  'All seats of this game are taken, or held for players who are paying right now.';

/** Read on every request, so a change takes effect immediately on every replica (docs/operations/payments.md). */
export type GamesSwitches = Pick<Switches, 'isOn'>;

/** True when new entries into the game are paused. */
export async function isPaused(switches: GamesSwitches, game: StoredGame): Promise<boolean> {
  if (isPaid(game) && !(await switches.isOn('paid_games'))) return true;
  return game.game_type === 'TOURNAMENT' && !(await switches.isOn('tournaments'));
}

/** Error for a new entry while they are paused. */
export const entriesPaused = () =>
  new TouchlineError('PAUSED', "New entries into this game are paused. Please don't pay for it now.");
