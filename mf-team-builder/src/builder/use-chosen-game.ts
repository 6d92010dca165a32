import type { Game } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import { hasFirstLoadFailed, useLoadError } from '@touchline/host/load-errors';
import { useQueries, useQuery } from '@touchline/host/query';
import { type ChosenGame, getChosenGameId } from '../game/chosen-game.ts';
import { getChooserQueryOptions, getGameQueryOptions } from '../game/games.queries.ts';
import { chooseWeeklyGame } from '../game/weekly-game.ts';
import { isUnknownId } from '../page/is-unknown-id.ts';

interface ChosenGameQuery {
  pending: boolean;
  /** Null if it was not found. */
  game: Game | null;
  fetching: boolean;
  /** Repeats the failed requests; null without a failure. */
  retry: (() => void) | null;
}

/** Loads the chosen game. If only a mode was chosen, loads the game that the chooser offers for it. */
export function useChosenGame(chosen: ChosenGame): ChosenGameQuery {
  const host = useHost();
  const id = getChosenGameId(chosen);
  const [seasonQuery, activeQuery, upcomingQuery, allQuery] = getChooserQueryOptions(host.api);
  const gameById = useQuery({ ...getGameQueryOptions(host.api, id ?? ''), enabled: id !== undefined });
  const isNeeded = (mode: ChosenGame['mode']) => id === undefined && chosen.mode === mode;
  const [season, active, upcoming, all] = useQueries({
    queries: [
      { ...seasonQuery, enabled: isNeeded('season') },
      { ...activeQuery, enabled: isNeeded('weekly') },
      { ...upcomingQuery, enabled: isNeeded('weekly') },
      { ...allQuery, enabled: isNeeded('weekly') },
    ],
  });
  const isUnknown = isUnknownId(useLoadError(gameById));
  const queries = [gameById, season, active, upcoming, all];
  const failed = queries.filter((query) => hasFirstLoadFailed(query) && !(query === gameById && isUnknown));
  return {
    pending: queries.some((query) => query.isLoading && !hasFirstLoadFailed(query)),
    game: selectGame() ?? null,
    fetching: queries.some(({ isFetching }) => isFetching),
    retry: failed.length > 0 ? () => void Promise.all(failed.map((query) => query.refetch())) : null,
  };

  function selectGame(): Game | undefined {
    if (id !== undefined) return gameById.data;
    if (chosen.mode === 'season') return season.data?.[0];
    if (chosen.mode === 'tournament') return undefined;
    const weekly = { active: active.data ?? [], upcoming: upcoming.data ?? [], all: all.data ?? [] };
    return chooseWeeklyGame(weekly, host.api.now(), host.config.calendar);
  }
}
