import type { Game } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { useLive } from '@touchline/host/use-live';
import { getGamesQueryKey, getGamesQueryOptions, getJoinedGamesQueryOptions } from '../game/games.queries.ts';
import { useEligibility } from '../payment/use-eligibility.ts';

/** The most that the API lists at once, latest first. */
const LIMIT = 100;
const NONE: readonly Game[] = [];
const NO_GAMES: readonly string[] = [];

/** The tournaments, and which of them the user has joined or may join, kept up to date by live messages. */
export function useTournaments(wallet: string) {
  const { api, queryClient } = useHost();
  const list = useQuery(
    getGamesQueryOptions(api, { game_type: 'TOURNAMENT', limit: LIMIT, sort_order: 'DESC' }),
  );
  const participations = useQuery(getJoinedGamesQueryOptions(api, wallet));
  const joined = participations.data ?? NO_GAMES;
  const eligibility = useEligibility(wallet, list.data ?? NONE, joined);
  const reload = () => queryClient.invalidateQueries({ queryKey: getGamesQueryKey() });
  useLive(['game', 'gameweek'], [getGamesQueryKey()]);
  // Until the joined games are known, "Join" could be wrong.
  const pending = list.isPending || participations.isPending;
  return { list, pending, joined, eligibility, reload };
}
