import { type Config, config } from '@touchline/api/http/config';
// Import by the shared name: a relative import would bundle a second host context into every remote.
import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { useLive } from './use-live.ts';

const featuresKey = () => ['features'] as const;

/**
 * The features that are switched on. Starts with the value from the page load. Refetched when an admin changes a switch, and on mount:
 * no component may have listened for the change.
 */
export function useFeatures(): Config['features'] {
  const { api, config: loaded } = useHost();
  useLive(['switches'], [featuresKey()]);
  const { data } = useQuery({
    queryKey: featuresKey(),
    queryFn: async () => (await api.request(config)).features,
    initialData: loaded.features,
    staleTime: 0,
  });
  return data;
}
