import type { Game } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import { hasFirstLoadFailed } from '@touchline/host/load-errors';
import { useQueries, useQuery } from '@touchline/host/query';
import { useLive } from '@touchline/host/use-live';
import {
  getChooserQueryOptions,
  getGamesQueryKey,
  getLastWeeklyQueryOptions,
} from '../game/games.queries.ts';
import { useCardContext } from '../game-card/use-card-context.ts';

export interface ChooserGames {
  season: Game | undefined;
  weekly: { active: readonly Game[]; upcoming: readonly Game[]; all: readonly Game[] };
  tournaments: readonly Game[];
}

const NONE: readonly Game[] = [];

/** Loads the data of the chooser and refetches it on live messages. */
export function useChooser(wallet: string) {
  const { api, queryClient } = useHost();
  const lists = useQueries({ queries: [...getChooserQueryOptions(api)] });
  const [season, active, upcoming, all, tournaments] = lists;
  const outdated = lists.filter(({ isRefetchError }) => isRefetchError);
  const noWeekly = active?.data?.length === 0 && upcoming?.data?.length === 0;
  const last = useQuery({ ...getLastWeeklyQueryOptions(api), enabled: noWeekly });
  const reload = () => queryClient.invalidateQueries({ queryKey: getGamesQueryKey() });
  useLive(['game', 'gameweek'], [getGamesQueryKey()]);
  const { pending, context } = useCardContext(wallet, season?.data ?? NONE);
  return {
    pending: pending || lists.some(({ isPending }) => isPending),
    failed: lists.some(hasFirstLoadFailed),
    fetching: lists.some(({ isFetching }) => isFetching),
    /** Age of the lists that could not be refreshed. */
    age: {
      at: Math.min(...outdated.map(({ dataUpdatedAt }) => dataUpdatedAt)),
      failed: outdated.length > 0,
    },
    reload,
    context,
    games: {
      season: season?.data?.[0],
      weekly: {
        active: active?.data ?? NONE,
        upcoming: upcoming?.data ?? NONE,
        all: [...(all?.data ?? NONE), ...(last.data ?? NONE)],
      },
      tournaments: tournaments?.data ?? NONE,
    } satisfies ChooserGames,
  };
}
