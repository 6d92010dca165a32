import { useHost } from '@touchline/host/host';
import { useMutation, useQuery, useQueryClient } from '@touchline/host/query';
import { useLiveRefresh } from '../use-live-refresh.ts';
import { loadParticipations, participationsQuery } from './participations.queries.ts';

/** The caller's teams, their points moving as the live stream says so. */
export function useMyTeams(wallet: string) {
  const { api } = useHost();
  const client = useQueryClient();
  const options = participationsQuery(api, wallet);
  const teams = useQuery(options);
  const refresh = useMutation({
    mutationFn: () => loadParticipations(api, { realtime: true }),
    onSuccess: (participations) => client.setQueryData(options.queryKey, participations),
  });
  useLiveRefresh(['leaderboard', 'points', 'game', 'gameweek'], async () => {
    const participations = await loadParticipations(api, { realtime: true });
    client.setQueryData(options.queryKey, participations);
  });
  return { teams, refresh };
}
