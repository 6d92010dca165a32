import { useHost } from '@touchline/host/host';
import { useMutation, useQuery, useQueryClient } from '@touchline/host/query';
import { useLiveRefresh } from '../use-live-refresh.ts';
import { loadParticipations, participationsQuery } from './participations.queries.ts';

/** The caller's teams, their points moving as the live stream says so; `refresh` is the player's own button (API-25). */
export function useMyTeams(wallet: string) {
  const { api } = useHost();
  const client = useQueryClient();
  const options = participationsQuery(api, wallet);
  const teams = useQuery(options);
  const refresh = useMutation({
    mutationFn: () => loadParticipations(api, { realtime: true }),
    onSuccess: (participations) => client.setQueryData(options.queryKey, participations),
  });
  useLiveRefresh(['leaderboard', 'points', 'game', 'gameweek'], () =>
    client.invalidateQueries({ queryKey: options.queryKey }),
  );
  return { teams, refresh };
}
