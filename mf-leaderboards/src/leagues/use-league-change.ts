import { useHost } from '@touchline/host/host';
import { useMutation } from '@touchline/host/query';
import { concerns, describeFailure } from './league-texts.ts';
import { LEAGUES_KEY } from './leagues.queries.ts';

/** Mutation of a league: reloads all leagues afterwards and shows a failure as a notice, except that of the first gameweek, which its field shows. */
export function useLeagueChange<A = void, R = unknown>(
  send: (argument: A) => Promise<R>,
  onDone?: (result: R) => void,
) {
  const { queryClient, notify } = useHost();
  return useMutation({
    mutationFn: send,
    onSuccess: (result) => {
      void queryClient.invalidateQueries({ queryKey: LEAGUES_KEY });
      onDone?.(result);
    },
    onError(error) {
      if (!concerns(error, 'start_gameweek')) notify({ kind: 'error', message: describeFailure(error) });
    },
  });
}
