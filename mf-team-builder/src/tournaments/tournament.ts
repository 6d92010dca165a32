import type { Game } from '@touchline/api/http/games';
import { byStart, isOver } from '../game/game.ts';

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
  const remaining = games.filter((game) => !isOver(game, now)).toSorted(byStart);
  const past = games.filter((game) => isOver(game, now)).toSorted((a, b) => byStart(b, a));
  return [...remaining, ...past];
}
