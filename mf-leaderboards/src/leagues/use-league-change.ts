import { useHost } from '@touchline/host/host';
import { useMutation } from '@touchline/host/query';
import { concerns, describeFailure } from './league-texts.ts';
import { LEAGUES_KEY } from './leagues.queries.ts';

/**
 * Mutation of a league, after which all leagues are reloaded. Shows a failure as a notice, except a rejected `start_gameweek`, which the
 * form shows at its field.
 * @param refetchType `none` if `onDone` leaves the page: its league may no longer exist for the user
 */
export function useLeagueChange<A = void, R = unknown>(
  send: (argument: A) => Promise<R>,
  onDone?: (result: R) => void,
  refetchType: 'active' | 'none' = 'active',
) {
  const { queryClient, notify } = useHost();
  return useMutation({
    mutationFn: send,
    onSuccess: (result) => {
      void queryClient.invalidateQueries({ queryKey: LEAGUES_KEY, refetchType });
      onDone?.(result);
    },
    onError(error) {
      if (!concerns(error, 'start_gameweek')) notify({ kind: 'error', message: describeFailure(error) });
    },
  });
}
