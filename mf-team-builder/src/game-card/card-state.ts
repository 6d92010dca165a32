import type { Game } from '@touchline/api/http/games';
import type { Calendar } from '@touchline/rules/calendar';
import { gameStatus, joinWindow } from '@touchline/rules/windows';
import { isPaid, timed } from '../game/timed-game.ts';
import type { EligibilityByGame, EligibilityCode } from '../payment/use-eligibility.ts';

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

/** What the button of a card says (CHOOSE-04, 13, 14, 15). */
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
  PAYMENT_PENDING: 'Payment Pending',
  FULL: 'No Seats Left',
  NOT_CHECKED: 'Join',
  COMING_SOON: 'Coming Soon',
};

interface Around {
  /** Epoch ms by the server's clock. */
  now: number;
  calendar: Calendar;
  /** Ids of the games that the caller is in. */
  joined: readonly string[];
  /** What the server has against joining. */
  eligibility: EligibilityByGame;
}

/** The state of the card of one game; `paidGames` false: games with a fee cannot be joined yet. */
export function gameCardState(
  game: Game,
  { now, calendar, joined, eligibility, paidGames }: Around & { paidGames: boolean },
): CardState {
  const status = gameStatus(timed(game), now);
  const standing = eligibility.get(game.id);
  if (joined.includes(game.id) || standing === 'ALREADY_JOINED') return 'JOINED';
  if (standing === 'PAYMENT_PENDING') return 'PAYMENT_PENDING';
  if (status === 'CANCELLED') return 'CANCELLED';
  if (status === 'COMPLETED') return 'ENDED';
  if (isPaid(game) && !paidGames) return 'COMING_SOON';
  const { code } = joinWindow(timed(game), now, calendar);
  if (code === 'OPEN') return openState(game, standing);
  return status === 'ACTIVE' && code === 'CLOSED' ? 'IN_PROGRESS' : 'WINDOW_CLOSED';
}

function openState(game: Game, standing: EligibilityCode | undefined): CardState {
  if (standing === 'FULL' || isFull(game)) return 'FULL';
  return standing === 'NOT_CHECKED' ? 'NOT_CHECKED' : 'JOIN';
}

/** By the entries alone; seats held for players who are paying are only known to the server. */
function isFull({ current_participants, max_participants }: Game): boolean {
  return max_participants !== null && current_participants >= max_participants;
}

/** The state of the tournament card, which stands for all of them. */
export function tournamentCardState(
  games: readonly Game[],
  { now, joined, enabled }: Pick<Around, 'now' | 'joined'> & { enabled: boolean },
): CardState {
  if (!enabled) return 'COMING_SOON';
  const left = games.filter((game) => ['UPCOMING', 'ACTIVE'].includes(gameStatus(timed(game), now)));
  if (left.length === 0) return 'TOURNAMENTS_ENDED';
  return left.every((game) => joined.includes(game.id)) ? 'ALREADY_JOINED' : 'SELECT_TOURNAMENT';
}
