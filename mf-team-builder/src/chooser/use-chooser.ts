import type { Game } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import { useQueries, useQuery, useQueryClient } from '@touchline/host/query';
import { useEffect } from 'react';
import { chooserQueries, GAMES_KEY, joinedGamesQuery } from '../game/games.queries.ts';
import { useEligibility } from '../payment/use-eligibility.ts';
import { useLiveRefresh } from '../use-live-refresh.ts';

export interface ChooserGames {
  season: Game | undefined;
  weekly: { active: readonly Game[]; upcoming: readonly Game[]; all: readonly Game[] };
  tournaments: readonly Game[];
}

const NONE: readonly Game[] = [];
const NO_GAMES: readonly string[] = [];

/** Everything the chooser shows, kept up to date by live messages. */
export function useChooser(wallet: string) {
  const { api } = useHost();
  const client = useQueryClient();
  const [season, active, upcoming, all, tournaments] = useQueries({ queries: [...chooserQueries(api)] });
  const lists = [season, active, upcoming, all, tournaments];
  const joined = useQuery(joinedGamesQuery(api, wallet));
  useEffect(() => {
    // CHOOSE-16: not knowing what is joined is no reason to show nothing; the server refuses a second join.
    if (joined.error) console.warn('Could not load your participations', joined.error);
  }, [joined.error]);
  const reload = () => client.invalidateQueries({ queryKey: GAMES_KEY });
  useLiveRefresh(['game', 'gameweek'], reload);
  const inGames = joined.data ?? NO_GAMES;
  const eligibility = useEligibility(wallet, season?.data ?? NONE, inGames);
  return {
    // Before it is known what is joined, "Join" would be a guess.
    pending: joined.isPending || lists.some((list) => list?.isPending),
    failed: lists.some((list) => list?.isError && !list.data),
    fetching: lists.some((list) => list?.isFetching),
    reload,
    joined: inGames,
    eligibility,
    games: {
      season: season?.data?.[0],
      weekly: {
        active: active?.data ?? NONE,
        upcoming: upcoming?.data ?? NONE,
        all: all?.data ?? NONE,
      },
      tournaments: tournaments?.data ?? NONE,
    } satisfies ChooserGames,
  };
}
