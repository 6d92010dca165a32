import { useHost } from '@touchline/host/host';
import { useMutation, useQuery } from '@touchline/host/query';
import { useLive } from '@touchline/host/use-live';
import { getPrizesQueryKey, getPrizesQueryOptions } from '../prizes/prizes.queries.ts';
import {
  getParticipationsQueryKey,
  getParticipationsQueryOptions,
  loadParticipations,
} from './participations.queries.ts';
import { LEAGUES_KEY } from './TeamLeagues.tsx';

/** Loads the user's teams and refetches them on live messages. `refresh` is the "Refresh Points" action (API-25). */
export function useMyTeams(wallet: string) {
  const { api, queryClient } = useHost();
  const queryKey = getParticipationsQueryKey(wallet);
  const teams = useQuery(getParticipationsQueryOptions(api, wallet));
  const prizes = useQuery(getPrizesQueryOptions(api, wallet));
  const refresh = useMutation({
    mutationFn: () => loadParticipations(api, { realtime: true }),
    onSuccess: (participations) => queryClient.setQueryData(queryKey, participations),
  });
  useLive(['leaderboard', 'points', 'game', 'gameweek'], [queryKey]);
  useLive(['leaderboard', 'game'], [LEAGUES_KEY]);
  useLive(['prizes'], [getPrizesQueryKey(wallet), queryKey]);
  return { teams, prizes, refresh };
}
