import type { Game } from '@touchline/api/http/games';
import { type Calendar, joinWindow } from '@touchline/rules/calendar';
import { byStart, getStatus, toTimedGame } from './game.ts';

interface WeeklyGames {
  active: readonly Game[];
  upcoming: readonly Game[];
  /** Sorted by start, earliest first. */
  all: readonly Game[];
}

/**
 * Chooses the game for the weekly card. In order of preference: an upcoming game with an open join window, the active game,
 * the next upcoming game, the latest game.
 */
export function chooseWeeklyGame(games: WeeklyGames, now: number, calendar: Calendar): Game | undefined {
  const candidates = [...games.upcoming, ...games.active, ...games.all];
  const hasStatus = (status: string) => (game: Game) => getStatus(game, now) === status;
  const isOpen = (game: Game) => joinWindow(toTimedGame(game), now, calendar).code === 'OPEN';
  const upcoming = candidates.filter(hasStatus('UPCOMING')).sort(byStart);
  const notCancelled = candidates.filter((game) => game.status !== 'CANCELLED').sort(byStart);
  return (
    upcoming.find(isOpen) ??
    candidates.find(hasStatus('ACTIVE')) ??
    upcoming[0] ??
    notCancelled.at(-1) ??
    candidates[0]
  );
}
