import { gameweekFixtures } from '@touchline/api/http/fpl';
import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { useNow } from '@touchline/host/use-now';
import { DataAge } from '@touchline/ui/DataAge';
import { REFRESH_MS } from './rankings.queries.ts';

/** The age of points while the feed is delayed (game rules 7.2). */
export function PointsAge({ gameweek }: { gameweek: number }) {
  const { api } = useHost();
  const now = useNow();
  const { data } = useQuery({
    queryKey: ['rankings', 'points-age', gameweek],
    // Fixtures are stale also if only the points are.
    queryFn: async ({ signal }) => {
      const params = { gameweek: String(gameweek) };
      const { updated_at, stale } = await api.request(gameweekFixtures, { params, signal });
      return { updated_at, stale };
    },
    // No live message reports that the feed has stopped.
    refetchInterval: REFRESH_MS,
  });
  return data ? <DataAge updatedAt={data.updated_at} stale={data.stale} now={now} /> : null;
}
