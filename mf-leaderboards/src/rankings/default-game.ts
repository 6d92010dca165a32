import type { Game, GameType } from '@touchline/api/http/games';

const byStart = (a: Game, b: Game) => Date.parse(a.start_time) - Date.parse(b.start_time);

/** Finds the last weekly game with teams that has ended. Null if the opened game is not weekly or has started. */
export function findLastResult(opened: Game, games: readonly Game[]): Game | null {
  if (opened.game_type !== 'WEEKLY' || opened.status !== 'UPCOMING') return null;
  const ended = games
    .filter((game) => game.status === 'COMPLETED' && game.current_participants > 0)
    .sort(byStart);
  return ended.at(-1) ?? null;
}

/**
 * Finds the game that a section opens with (RANK-09). Season: the latest. Weekly: the active one, else the next, else the latest
 * completed, else the first. Tournaments: the first active one of the list, else the first upcoming, else the first.
 */
export function findDefaultGame(section: GameType, games: readonly Game[]): Game | null {
  const withStatus = (status: Game['status']) => games.filter((game) => game.status === status);
  const byTime = [...games].sort(byStart);
  if (section === 'SEASON') return byTime.at(-1) ?? null;
  const [active, upcoming, completed] = [
    withStatus('ACTIVE'),
    withStatus('UPCOMING'),
    withStatus('COMPLETED'),
  ];
  if (section === 'TOURNAMENT') return active[0] ?? upcoming[0] ?? games[0] ?? null;
  return (
    active.sort(byStart).at(-1) ??
    upcoming.sort(byStart)[0] ??
    completed.sort(byStart).at(-1) ??
    games[0] ??
    null
  );
}
