import type { Game } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import { hasFirstLoadFailed } from '@touchline/host/load-errors';
import { useQueries, useQuery } from '@touchline/host/query';
import { useLive } from '@touchline/host/use-live';
import { useEffect } from 'react';
import {
  getChooserQueryOptions,
  getGamesQueryKey,
  getJoinedGamesQueryOptions,
  getLastWeeklyQueryOptions,
} from '../game/games.queries.ts';
import { useEligibility } from '../payment/use-eligibility.ts';

export interface ChooserGames {
  season: Game | undefined;
  weekly: { active: readonly Game[]; upcoming: readonly Game[]; all: readonly Game[] };
  tournaments: readonly Game[];
}

const NONE: readonly Game[] = [];
const NO_GAMES: readonly string[] = [];

/** Loads the data of the chooser and refetches it on live messages. */
export function useChooser(wallet: string) {
  const { api, queryClient } = useHost();
  const lists = useQueries({ queries: [...getChooserQueryOptions(api)] });
  const [season, active, upcoming, all, tournaments] = lists;
  const outdated = lists.filter(({ isRefetchError }) => isRefetchError);
  const noWeekly = active?.data?.length === 0 && upcoming?.data?.length === 0;
  const last = useQuery({ ...getLastWeeklyQueryOptions(api), enabled: noWeekly });
  const joined = useQuery(getJoinedGamesQueryOptions(api, wallet));
  useEffect(() => {
    // CHOOSE-16: the games are shown without this list, because the server rejects a second join.
    if (joined.error) console.warn('joined games load failed; cards ignore them', joined.error);
  }, [joined.error]);
  const reload = () => queryClient.invalidateQueries({ queryKey: getGamesQueryKey() });
  useLive(['game', 'gameweek'], [getGamesQueryKey()]);
  const joinedIds = joined.data ?? NO_GAMES;
  const eligibility = useEligibility(wallet, season?.data ?? NONE, joinedIds);
  return {
    // Until the joined games are known, "Join" could be wrong.
    pending: (joined.isPending && !hasFirstLoadFailed(joined)) || lists.some(({ isPending }) => isPending),
    failed: lists.some(hasFirstLoadFailed),
    fetching: lists.some(({ isFetching }) => isFetching),
    /** Age of the lists that could not be refreshed. */
    age: {
      at: Math.min(...outdated.map(({ dataUpdatedAt }) => dataUpdatedAt)),
      failed: outdated.length > 0,
    },
    reload,
    joined: joinedIds,
    eligibility,
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
