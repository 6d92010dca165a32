import type { Game } from '@touchline/api/http/games';
import type { Calendar } from '@touchline/rules/calendar';
import { gameStatus, joinWindow } from '@touchline/rules/windows';
import { timed } from './timed-game.ts';

interface WeeklyGames {
  active: readonly Game[];
  upcoming: readonly Game[];
  /** By start, the earliest first. */
  all: readonly Game[];
}

/**
 * The weekly card's game: the coming one whose window is open, else the running one, else the next, else the last that
 * was played.
 */
export function weeklyGame(games: WeeklyGames, now: number, calendar: Calendar): Game | undefined {
  const known = [...games.upcoming, ...games.active, ...games.all];
  const is = (status: string) => (game: Game) => gameStatus(timed(game), now) === status;
  const open = (game: Game) => joinWindow(timed(game), now, calendar).code === 'OPEN';
  const byStart = (a: Game, b: Game) => Date.parse(a.start_time) - Date.parse(b.start_time);
  const coming = known.filter(is('UPCOMING')).sort(byStart);
  return (
    coming.find(open) ??
    known.find(is('ACTIVE')) ??
    coming[0] ??
    known
      .filter((game) => game.status !== 'CANCELLED')
      .sort(byStart)
      .at(-1) ??
    known[0]
  );
}
