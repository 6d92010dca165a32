import type { Game } from '@touchline/api/http/games';

export interface TournamentBadge {
  text: 'Completed' | 'Active' | 'Starting Soon' | 'Open' | 'Cancelled' | 'Unknown';
  color: string;
}

/** Returns the badge for a status (TOURN-03). An upcoming tournament past its start is "Starting Soon". Times are in epoch ms. */
export function getTournamentBadge(status: string, start: number, now: number): TournamentBadge {
  switch (status) {
    case 'COMPLETED':
      return { text: 'Completed', color: 'gray' };
    case 'ACTIVE':
      return { text: 'Active', color: 'grass' };
    case 'UPCOMING':
      return now >= start ? { text: 'Starting Soon', color: 'warn' } : { text: 'Open', color: 'info' };
    case 'CANCELLED':
      return { text: 'Cancelled', color: 'danger' };
    default:
      return { text: 'Unknown', color: 'gray' };
  }
}

/** Sorts current and upcoming tournaments by start, then past ones, latest first. */
export function sortForList(games: readonly Game[], now: number): Game[] {
  const start = (game: Game) => Date.parse(game.start_time);
  const isOver = (game: Game) =>
    game.status === 'COMPLETED' || game.status === 'CANCELLED' || Date.parse(game.end_time) <= now;
  return games.toSorted((a, b) => {
    if (isOver(a) !== isOver(b)) return isOver(a) ? 1 : -1;
    return isOver(a) ? start(b) - start(a) : start(a) - start(b);
  });
}
