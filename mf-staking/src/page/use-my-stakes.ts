import { useHost, useWatched } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { tokensToWei } from '@touchline/rules/tokens';
import { myStakesOf, NOTHING_STAKED } from '../staking.queries.ts';

/** The stakes of the signed-in wallet, with what the page shows before and without them. */
export function useMyStakes() {
  const { api, session } = useHost();
  const { user, status } = useWatched(session);
  const wallet = user?.wallet_address ?? null;
  const query = useQuery({ ...myStakesOf(api, wallet ?? ''), enabled: wallet !== null });
  const known = wallet === null ? null : query.data;
  return {
    wallet,
    isGuest: status === 'guest',
    mine: known ?? NOTHING_STAKED,
    /** Wei; null while unknown. */
    staked: known ? tokensToWei(known.total_staked) : null,
    loading: status === 'loading' || (wallet !== null && query.isPending),
    failed: query.isError && !query.data,
    /** Age of stakes that could not be refreshed: epoch ms of the last answer. */
    outdatedSince: query.isRefetchError ? query.dataUpdatedAt : null,
    reload: () => void query.refetch(),
  };
}
