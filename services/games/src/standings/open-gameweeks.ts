import { isLocked } from '@touchline/rules/locks';
import { findGameweeks, type SeasonGameweek } from '@touchline/rules/season';
import type { GameStandings } from './game-standings.ts';

/** Finds the last gameweek of a game whose lineups are completely open: every match has kicked off, or it is settled. */
export function findOpenGameweek(
  { season, game }: Pick<GameStandings, 'season' | 'game'>,
  now: number,
): SeasonGameweek | undefined {
  const isOpen = ({ settled, fixtures }: SeasonGameweek) =>
    settled || (fixtures.length > 0 && fixtures.every((fixture) => isLocked([fixture], now)));
  return findGameweeks(season, game).findLast(isOpen);
}

/** Finds the last kick-off of the last gameweek that is completely open, in epoch ms; 0 without one. */
export function findOpenUntil(standings: GameStandings): number {
  const open = findOpenGameweek(standings, standings.summary.computed_at);
  return Math.max(0, ...(open?.fixtures.map(({ kickoff }) => kickoff ?? 0) ?? []));
}
