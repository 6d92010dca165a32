import type { ParticipationDetails } from '@touchline/api/http/entries';
import { type LineupOnTheWire, saveLineup } from '@touchline/api/http/lineups';
import { useHost } from '@touchline/host/host';
import { useMutation, useQueryClient } from '@touchline/host/query';
import { teamKey } from '../team/team.queries.ts';

interface Save {
  lineup: LineupOnTheWire;
  /** Given only when it is to count from a later gameweek on. */
  effective_gameweek?: number;
}

/** Saves a line-up; `onSaved` runs once it is, a failure is logged and stays as the mutation's error (VIEW-15 departed from). */
export function useSaveLineup(team: ParticipationDetails, onSaved: () => void) {
  const { api, notify } = useHost();
  const client = useQueryClient();
  const queryKey = teamKey(team.id);
  return useMutation({
    mutationFn: ({ lineup, ...rest }: Save) =>
      api.call(saveLineup, { params: { id: team.id }, body: { ...lineup, ...rest } }),
    onSuccess: ({ lineup, effective_gameweek }) => {
      const saved = effective_gameweek === null ? lineup : { next_lineup: { ...lineup, effective_gameweek } };
      // Shown at once; points and rank follow.
      client.setQueryData<ParticipationDetails>(queryKey, (known) => known && { ...known, ...saved });
      void client.invalidateQueries({ queryKey });
      const from = effective_gameweek === null ? '' : ` It counts from gameweek ${effective_gameweek} on.`;
      notify({ kind: 'success', title: 'Line-up saved', message: `${team.team_name} is set.${from}` });
      onSaved();
    },
    onError: (error) => {
      console.error('The line-up was not saved', error);
      // Most likely somebody has kicked off: show who.
      void client.invalidateQueries({ queryKey });
    },
  });
}
