import type { Config } from '@touchline/api/http/config';
import type { Game } from '@touchline/api/http/games';
import { type Calendar, joinWindow } from '@touchline/rules/calendar';
import { byStart, getStatus, isOver, isPaid, toTimedGame } from '../game/game.ts';
import type { EligibilityCode } from '../payment/payment.queries.ts';

export type CardState =
  | 'JOIN'
  | 'SELECT_TOURNAMENT'
  | 'JOINED'
  | 'ALREADY_JOINED'
  | 'WINDOW_CLOSED'
  | 'IN_PROGRESS'
  | 'ENDED'
  | 'TOURNAMENTS_ENDED'
  | 'CANCELLED'
  | 'PAYMENT_PENDING'
  | 'FULL'
  | 'NOT_CHECKED'
  | 'COMING_SOON';

/** The text on a card's button (CHOOSE-04, CHOOSE-13 to CHOOSE-15). */
export const BUTTON_TEXT: Readonly<Record<CardState, string>> = {
  JOIN: 'Join',
  SELECT_TOURNAMENT: 'Select Tournament',
  JOINED: 'Joined',
  ALREADY_JOINED: 'Already Joined',
  WINDOW_CLOSED: 'Join Window Closed',
  IN_PROGRESS: 'Game In Progress',
  ENDED: 'Game Ended',
  TOURNAMENTS_ENDED: 'Tournaments Ended',
  CANCELLED: 'Cancelled',
  PAYMENT_PENDING: 'Payment pending',
  FULL: 'No seats left',
  NOT_CHECKED: 'Join',
  COMING_SOON: 'Coming Soon',
};

export interface CardContext {
  /** The server's time, epoch ms. */
  now: number;
  calendar: Calendar;
  /** Ids of the games that the user has joined. */
  joined: readonly string[];
  /** Reasons why the server would reject a join, by game id. Games without a known reason are absent. */
  eligibility: ReadonlyMap<string, EligibilityCode>;
  features: Config['features'];
}

/** Computes the state of a game's card. Games whose feature is switched off cannot be joined yet, unless joining has closed. */
export function computeCardState(
  game: Game,
  { now, calendar, joined, eligibility, features }: CardContext,
): CardState {
  const status = getStatus(game, now);
  const eligibilityCode = eligibility.get(game.id);
  if (joined.includes(game.id) || eligibilityCode === 'ALREADY_JOINED') return 'JOINED';
  if (eligibilityCode === 'PAYMENT_PENDING') return 'PAYMENT_PENDING';
  if (status === 'CANCELLED') return 'CANCELLED';
  if (status === 'COMPLETED') return 'ENDED';
  const { code } = joinWindow(toTimedGame(game), now, calendar);
  if (code === 'CLOSED') return status === 'ACTIVE' ? 'IN_PROGRESS' : 'WINDOW_CLOSED';
  if (!isEnabled(game, features)) return 'COMING_SOON';
  if (code === 'OPEN' && game.prizes.covered) return computeOpenState(game, eligibilityCode);
  return 'WINDOW_CLOSED';
}

const isEnabled = (game: Game, { paid_games, tournaments }: Config['features']) =>
  (paid_games || !isPaid(game)) && (tournaments || game.game_type !== 'TOURNAMENT');

function computeOpenState(game: Game, eligibilityCode: EligibilityCode | undefined): CardState {
  if (eligibilityCode === 'FULL' || isFull(game)) return 'FULL';
  return eligibilityCode === 'NOT_CHECKED' ? 'NOT_CHECKED' : 'JOIN';
}

/** True if all seats are taken by entries. Only the server knows about seats held for payments. */
function isFull({ current_participants, max_participants }: Game): boolean {
  return max_participants !== null && current_participants >= max_participants;
}

/** Chooses the tournament on the chooser's card: the next one with seats that can be joined, else the next that is not over, else the last. */
export function chooseTournament(
  games: readonly Game[],
  { now, joined }: Pick<CardContext, 'now' | 'joined'>,
): Game | undefined {
  const remaining = games.filter((game) => !isOver(game, now)).toSorted(byStart);
  const joinable = remaining.filter(
    (game) => !joined.includes(game.id) && !isFull(game) && now < Date.parse(game.join_deadline),
  );
  return joinable[0] ?? remaining[0] ?? games[0];
}

/** Page size of the chooser's request (API-23); a full page may not list all tournaments. */
const MAX_LISTED = 5;

/** Computes the state of the chooser's tournament card, which represents all tournaments. */
export function computeTournamentCardState(
  games: readonly Game[],
  { now, joined, features }: Pick<CardContext, 'now' | 'joined' | 'features'>,
): CardState {
  if (!features.tournaments) return 'COMING_SOON';
  const remaining = games.filter((game) => !isOver(game, now));
  if (remaining.length === 0) return 'TOURNAMENTS_ENDED';
  const isListComplete = games.length < MAX_LISTED;
  return isListComplete && remaining.every((game) => joined.includes(game.id))
    ? 'ALREADY_JOINED'
    : 'SELECT_TOURNAMENT';
}
