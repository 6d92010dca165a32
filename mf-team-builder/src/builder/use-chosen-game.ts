import type { Game } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import { useQueries, useQuery } from '@touchline/host/query';
import { chooserQueries, gameQuery } from '../chooser/games.queries.ts';
import { weeklyGame } from '../chooser/weekly-game.ts';
import { type ChosenGame, chosenGameId } from './chosen-game.ts';

/** The game that was chosen; where only a mode was, the one that the chooser would offer for it. */
export function useChosenGame(chosen: ChosenGame): { pending: boolean; game: Game | null } {
  const host = useHost();
  const id = chosenGameId(chosen);
  const [seasonQuery, activeQuery, upcomingQuery, allQuery] = chooserQueries(host.api);
  const one = useQuery({ ...gameQuery(host.api, id ?? ''), enabled: id !== undefined });
  const wanted = (mode: ChosenGame['mode']) => id === undefined && chosen.mode === mode;
  const [season, active, upcoming, all] = useQueries({
    queries: [
      { ...seasonQuery, enabled: wanted('season') },
      { ...activeQuery, enabled: wanted('weekly') },
      { ...upcomingQuery, enabled: wanted('weekly') },
      { ...allQuery, enabled: wanted('weekly') },
    ],
  });
  const pending = [one, season, active, upcoming, all].some((query) => query.isLoading);
  if (id !== undefined) return { pending, game: one.data ?? null };
  if (chosen.mode === 'season') return { pending, game: season.data?.[0] ?? null };
  const weekly = { active: active.data ?? [], upcoming: upcoming.data ?? [], all: all.data ?? [] };
  const game =
    chosen.mode === 'weekly' ? weeklyGame(weekly, host.api.now(), host.config.calendar) : undefined;
  return { pending, game: game ?? null };
}
