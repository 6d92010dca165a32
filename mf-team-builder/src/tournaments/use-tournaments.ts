import type { Game } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import { hasFirstLoadFailed } from '@touchline/host/load-errors';
import { useQuery } from '@touchline/host/query';
import { useLive } from '@touchline/host/use-live';
import { getGamesQueryKey, getGamesQueryOptions, getJoinedGamesQueryOptions } from '../game/games.queries.ts';
import { useEligibility } from '../payment/use-eligibility.ts';

/** The maximum page size of the API; the list starts with the latest. */
const MAX_LISTED = 100;
const NONE: readonly Game[] = [];
const NO_GAMES: readonly string[] = [];

/** Loads the tournaments and whether the user has joined or may join each. Live messages refetch them. */
export function useTournaments(wallet: string) {
  const { api, queryClient } = useHost();
  const list = useQuery(
    getGamesQueryOptions(api, { game_type: 'TOURNAMENT', limit: MAX_LISTED, sort_order: 'DESC' }),
  );
  const participations = useQuery(getJoinedGamesQueryOptions(api, wallet));
  const joined = participations.data ?? NO_GAMES;
  const eligibility = useEligibility(wallet, list.data ?? NONE, joined);
  const reload = () => queryClient.invalidateQueries({ queryKey: getGamesQueryKey() });
  useLive(['game', 'gameweek'], [getGamesQueryKey()]);
  // Until the joined games are known, "Join" could be wrong.
  const pending = list.isPending || (participations.isPending && !hasFirstLoadFailed(participations));
  return { list, pending, joined, eligibility, reload };
}
