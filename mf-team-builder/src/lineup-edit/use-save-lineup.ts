import type { ParticipationDetails } from '@touchline/api/http/entries';
import { type ApiLineup, saveLineup } from '@touchline/api/http/lineups';
import { useHost } from '@touchline/host/host';
import { useMutation } from '@touchline/host/query';
import { getTeamQueryKey } from '../team/team.queries.ts';

interface Save {
  lineup: ApiLineup;
  /** Set only if the lineup applies from a later gameweek. */
  effective_gameweek?: number;
}

/** Saves a lineup. A failure is logged and returned as the mutation's error, which the user sees (departs from VIEW-15). */
export function useSaveLineup(team: ParticipationDetails, onSaved: () => void) {
  const { api, notify, queryClient } = useHost();
  const queryKey = getTeamQueryKey(team.id);
  return useMutation({
    mutationFn: ({ lineup, ...rest }: Save) =>
      api.request(saveLineup, { params: { id: team.id }, body: { ...lineup, ...rest } }),
    onSuccess: ({ lineup, effective_gameweek }) => {
      const saved = effective_gameweek === null ? lineup : { next_lineup: { ...lineup, effective_gameweek } };
      // Shows the lineup immediately; the refetch loads points and rank.
      queryClient.setQueryData<ParticipationDetails>(
        queryKey,
        (current) => current && { ...current, ...saved },
      );
      void queryClient.invalidateQueries({ queryKey });
      const from = effective_gameweek === null ? '' : ` It applies from gameweek ${effective_gameweek}.`;
      notify({ kind: 'success', title: 'Lineup saved', message: `${team.team_name} is set.${from}` });
      onSaved();
    },
    onError: (error) => {
      console.error('lineup save failed', error);
      // The usual cause is a kick-off, so a refetch shows the new locks.
      void queryClient.invalidateQueries({ queryKey });
    },
  });
}
