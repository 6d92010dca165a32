import { getGame } from '@touchline/api/http/games';
import { gamePrizes } from '@touchline/api/http/prizes';
import { useHost } from '@touchline/host/host';
import { queryOptions, useQuery } from '@touchline/host/query';
import { Button } from '@touchline/ui/base';
import { EmptyState } from '@touchline/ui/EmptyState';
import { formatDayTime } from '@touchline/ui/format';
import { PrizeLevels } from '../leaderboard/PrizeLevels.tsx';
import classes from './results.module.css';
import { buildUnsettledKey } from './results.queries.ts';

/** A game that has no result yet: its state, and its provisional prizes. */
export function Unsettled({ id }: { id: string }) {
  const { api, navigate } = useHost();
  const query = useQuery(
    queryOptions({
      queryKey: buildUnsettledKey(id),
      queryFn: async ({ signal }) => {
        const [{ game }, prizes] = await Promise.all([
          api.request(getGame, { params: { id }, signal }),
          api.request(gamePrizes, { params: { id }, signal }),
        ]);
        return { game, prizes };
      },
      retry: false,
    }),
  );
  const name = query.data?.game.name;
  const reviewEnds = query.data?.prizes.review_ends_at ?? null;
  return (
    <div className={classes.page}>
      <EmptyState
        title={reviewEnds ? 'In review' : 'No result yet'}
        action={<Button onClick={() => navigate(`/rankings?game=${id}`)}>See the rankings</Button>}
      >
        {reviewEnds
          ? `${name} is over. Its points can be corrected until ${formatDayTime(reviewEnds)}; then the prizes are final.`
          : `The prizes of ${name ?? 'this game'} are not settled.`}
      </EmptyState>
      {query.data ? <PrizeLevels query={{ ...query, data: query.data.prizes }} place={null} /> : null}
    </div>
  );
}
