import { TouchlineError } from '@touchline/api/errors';
import type { Game } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import { useQueries, useQuery } from '@touchline/host/query';
import { type ChosenGame, chosenGameId } from '../game/chosen-game.ts';
import { chooserQueries, gameQuery } from '../game/games.queries.ts';
import { weeklyGame } from '../game/weekly-game.ts';

interface Choice {
  pending: boolean;
  /** Null: there is no such game. */
  game: Game | null;
  /** Asks again; null: it is known whether there is such a game. */
  retry: (() => void) | null;
}

/** The game that was chosen; where only a mode was, the one that the chooser would offer for it. */
export function useChosenGame(chosen: ChosenGame): Choice {
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
  const queries = [one, season, active, upcoming, all];
  const failed = queries.filter(({ data, error }) => data === undefined && error && !saysNoGame(error));
  return {
    pending: queries.some((query) => query.isLoading),
    game: found() ?? null,
    retry: failed.length > 0 ? () => void Promise.all(failed.map((query) => query.refetch())) : null,
  };

  function found(): Game | undefined {
    if (id !== undefined) return one.data;
    if (chosen.mode === 'season') return season.data?.[0];
    if (chosen.mode === 'tournament') return undefined;
    const weekly = { active: active.data ?? [], upcoming: upcoming.data ?? [], all: all.data ?? [] };
    return weeklyGame(weekly, host.api.now(), host.config.calendar);
  }
}

/** The server has answered, and there is no such game (an id that is none included). */
function saysNoGame(error: Error): boolean {
  return error instanceof TouchlineError && ['NOT_FOUND', 'VALIDATION_FAILED'].includes(error.code);
}
