import { myParticipations } from '@touchline/api/http/entries';
import type { Host } from '@touchline/host/host';
import { queryOptions } from '@touchline/host/query';
import { whileNotRefreshed } from '../page/refresh.ts';

/** The caller's teams; `realtime` has their points computed now instead of as they were stored last (API-18, API-25). */
export async function loadParticipations(api: Host['api'], { realtime }: { realtime: boolean }) {
  const query = realtime ? { realtime: 'true' as const } : {};
  return (await api.call(myParticipations, { query })).participations;
}

export const participationsQuery = (api: Host['api'], wallet: string) =>
  queryOptions({
    queryKey: ['team-builder', 'participations', wallet],
    queryFn: () => loadParticipations(api, { realtime: false }),
    // A team may have been made in another tab; what is known stays on the screen meanwhile.
    staleTime: 0,
    refetchInterval: whileNotRefreshed,
  });
