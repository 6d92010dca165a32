import type { Game } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { nextGameweekQuery } from './leagues.queries.ts';

/** Numbers of a game's gameweeks, and of those that have not started. Until the current gameweek is known, all count as open. */
export function useGameweeks(game: Game | undefined) {
  const { data: next = 0 } = useQuery(nextGameweekQuery(useHost().api));
  const { first_gameweek: first, last_gameweek: last } = game ?? { first_gameweek: 1, last_gameweek: 0 };
  const all = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return { all, open: all.filter((gameweek) => gameweek >= next) };
}
