import { type Game, getGame } from '@touchline/api/http/games';
import { type GamePrizes, gamePrizes } from '@touchline/api/http/prizes';
import { useHost } from '@touchline/host/host';
import { hasFirstLoadFailed } from '@touchline/host/load-errors';
import { useQuery } from '@touchline/host/query';
import { useNow } from '@touchline/host/use-now';
import { Button, Stack } from '@touchline/ui/base';
import { EmptyState } from '@touchline/ui/EmptyState';
import { formatDayTime } from '@touchline/ui/format';
import { RowsSkeleton } from '@touchline/ui/skeletons';
import { GameLoadFailed } from '../GameLoadFailed.tsx';
import { PrizeLevels } from '../leaderboard/PrizeLevels.tsx';
import { buildUnsettledKey } from './results.queries.ts';

/** A game that has no result: its state, and its provisional prizes unless it was cancelled. */
export function Unsettled({ id }: { id: string }) {
  const { api, navigate } = useHost();
  const now = useNow();
  const query = useQuery({
    queryKey: buildUnsettledKey(id),
    queryFn: async ({ signal }) => {
      const [{ game }, prizes] = await Promise.all([
        api.request(getGame, { params: { id }, signal }),
        api.request(gamePrizes, { params: { id }, signal }),
      ]);
      return { game, prizes };
    },
    retry: false,
  });
  if (hasFirstLoadFailed(query))
    return (
      <GameLoadFailed title="Failed to load the result" query={query}>
        The result and its prizes are safe. Check your connection.
      </GameLoadFailed>
    );
  if (!query.data) return <RowsSkeleton rows={8} label="Loading the result" />;
  const { game, prizes } = query.data;
  const { title, text } = describeState(game, prizes, now);
  return (
    <Stack>
      <EmptyState
        title={title}
        action={<Button onClick={() => navigate(`/rankings?game=${id}`)}>See the rankings</Button>}
      >
        {text}
      </EmptyState>
      {game.status === 'CANCELLED' ? null : (
        <PrizeLevels query={{ ...query, data: prizes }} teams={game.current_participants} rank={null} />
      )}
    </Stack>
  );
}

function describeState({ name, status, entry_fee }: Game, { review_ends_at }: GamePrizes, now: number) {
  if (status === 'CANCELLED') {
    const refund = Number(entry_fee) === 0 ? '' : ' Entry fees are refunded.';
    return { title: 'Cancelled', text: `${name} was cancelled.${refund}` };
  }
  if (review_ends_at !== null)
    return {
      title: 'In review',
      text:
        now < Date.parse(review_ends_at)
          ? `${name} is over. Its points can be corrected until ${formatDayTime(review_ends_at)}; then the prizes are final.`
          : `${name} is over, and so is its review. The prizes are final once they are confirmed.`,
    };
  return { title: 'No result yet', text: `The prizes of ${name} are not settled.` };
}
