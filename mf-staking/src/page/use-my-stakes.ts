import { useHost, useWatched } from '@touchline/host/host';
import { hasFirstLoadFailed } from '@touchline/host/load-errors';
import { useQuery } from '@touchline/host/query';
import { tokensToWei } from '@touchline/rules/tokens';
import { EMPTY_STAKES, myStakesQuery } from '../staking.queries.ts';

export type MyStakes = ReturnType<typeof useMyStakes>;

/** Stakes of the signed-in wallet, with defaults for guests and while they load. */
export function useMyStakes() {
  const { api, session } = useHost();
  const { user, status } = useWatched(session);
  const wallet = user?.wallet_address ?? null;
  const query = useQuery({ ...myStakesQuery(api, wallet ?? ''), enabled: wallet !== null });
  const loaded = wallet === null ? null : query.data;
  const failed = hasFirstLoadFailed(query);
  return {
    wallet,
    isGuest: status === 'guest',
    stakes: loaded ?? EMPTY_STAKES,
    /** Wei; null while unknown. */
    staked: loaded ? tokensToWei(loaded.total_staked) : null,
    loading: status === 'loading' || (wallet !== null && query.isPending && !failed),
    failed,
    fetching: query.isFetching,
    /** Time of the last response if a refresh has failed since, epoch ms; otherwise null. */
    outdatedSince: query.isRefetchError ? query.dataUpdatedAt : null,
    reload: () => void query.refetch(),
  };
}
