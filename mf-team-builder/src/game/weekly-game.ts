import type { Game } from '@touchline/api/http/games';
import type { Calendar } from '@touchline/rules/calendar';
import { gameStatus, joinWindow } from '@touchline/rules/windows';
import { toTimedGame } from './game.ts';

interface WeeklyGames {
  active: readonly Game[];
  upcoming: readonly Game[];
  /** By start, earliest first. */
  all: readonly Game[];
}

/**
 * The game on the weekly card: the upcoming one with an open join window, else the active one, else the next upcoming one,
 * else the latest.
 */
export function weeklyGame(games: WeeklyGames, now: number, calendar: Calendar): Game | undefined {
  const known = [...games.upcoming, ...games.active, ...games.all];
  const is = (status: string) => (game: Game) => gameStatus(toTimedGame(game), now) === status;
  const isOpen = (game: Game) => joinWindow(toTimedGame(game), now, calendar).code === 'OPEN';
  const byStart = (a: Game, b: Game) => Date.parse(a.start_time) - Date.parse(b.start_time);
  const upcoming = known.filter(is('UPCOMING')).sort(byStart);
  const notCancelled = known.filter((game) => game.status !== 'CANCELLED').sort(byStart);
  return upcoming.find(isOpen) ?? known.find(is('ACTIVE')) ?? upcoming[0] ?? notCancelled.at(-1) ?? known[0];
}
