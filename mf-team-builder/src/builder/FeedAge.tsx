import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { useNow } from '@touchline/host/use-now';
import { DataAge } from '@touchline/ui/DataAge';
import { getBootstrapQueryOptions } from '../football/football.queries.ts';

/** The age of players and prices while the feed is delayed. */
export function FeedAge() {
  const now = useNow();
  // The builder loads the data.
  const { data } = useQuery({ ...getBootstrapQueryOptions(useHost().api), enabled: false });
  return data ? <DataAge updatedAt={data.updated_at} stale={data.stale} now={now} /> : null;
}
