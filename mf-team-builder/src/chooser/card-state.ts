import type { Game } from '@touchline/api/http/games';
import type { Calendar } from '@touchline/rules/calendar';
import { gameStatus, joinWindow } from '@touchline/rules/windows';
import { isPaid, timed } from './timed-game.ts';

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
  COMING_SOON: 'Coming Soon',
};

interface Around {
  /** Epoch ms by the server's clock. */
  now: number;
  calendar: Calendar;
  /** Ids of the games that the caller is in. */
  joined: readonly string[];
}

/** The state of a season or weekly card; `paidGames` false: games with a fee cannot be joined yet. */
export function gameCardState(
  game: Game,
  { now, calendar, joined, paidGames }: Around & { paidGames: boolean },
): CardState {
  const status = gameStatus(timed(game), now);
  if (joined.includes(game.id)) return 'JOINED';
  if (status === 'CANCELLED') return 'CANCELLED';
  if (status === 'COMPLETED') return 'ENDED';
  if (isPaid(game) && !paidGames) return 'COMING_SOON';
  const { code } = joinWindow(timed(game), now, calendar);
  if (code === 'OPEN') return 'JOIN';
  return status === 'ACTIVE' && code === 'CLOSED' ? 'IN_PROGRESS' : 'WINDOW_CLOSED';
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
