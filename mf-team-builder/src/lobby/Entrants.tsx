import type { Game } from '@touchline/api/http/games';
import { leaderboard } from '@touchline/api/http/leaderboard';
import { useHost } from '@touchline/host/host';
import { hasFirstLoadFailed } from '@touchline/host/load-errors';
import { keepPreviousData, useQuery } from '@touchline/host/query';
import { useNickname } from '@touchline/host/use-nickname';
import { Button } from '@touchline/ui/base';
import { ErrorState } from '@touchline/ui/ErrorState';
import { shortHex } from '@touchline/ui/format';
import { RowsSkeleton } from '@touchline/ui/skeletons';
import { useState } from 'react';
import { formatTeams } from '../game/game.ts';
import { getGamesQueryKey, SEATS_POLL_MS } from '../game/games.queries.ts';
import classes from './lobby.module.css';

const PAGE_SIZE = 10;
/** The API's limit for one request. */
const MAX_LISTED = 100;

/** Teams of a game with their managers. Beyond the first hundred the rankings have all. */
export function Entrants({ game }: { game: Game }) {
  const { api, navigate } = useHost();
  const [limit, setLimit] = useState(PAGE_SIZE);
  const query = useQuery({
    queryKey: [...getGamesQueryKey(), 'entrants', game.id, limit],
    queryFn: ({ signal }) =>
      api.request(leaderboard, { params: { id: game.id }, query: { limit: String(limit) }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: SEATS_POLL_MS,
  });
  const failed = hasFirstLoadFailed(query);
  const rows = failed ? [] : (query.data?.leaderboard ?? []);
  const total = query.data?.total ?? game.current_participants;
  const showMore = () =>
    limit < MAX_LISTED
      ? setLimit(Math.min(MAX_LISTED, limit + 4 * PAGE_SIZE))
      : navigate(`/rankings?game=${game.id}`);
  return (
    <section className={classes.panel} aria-label="Entrants">
      <h2>Entrants</h2>
      <p className={classes.count}>{formatTeams(game, api.now())}</p>
      {query.isPending && !failed ? <RowsSkeleton rows={4} height={44} label="Loading the entrants" /> : null}
      {failed ? (
        <ErrorState
          title="Failed to load the entrants"
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : null}
      <ol className={classes.entrants} aria-label="Entrants">
        {rows.map(({ participation_id, team_name, wallet_address }) => (
          <li key={participation_id}>
            <span>{team_name}</span>
            <Manager wallet={wallet_address} />
          </li>
        ))}
      </ol>
      {rows.length > 0 && rows.length < total ? (
        <Button variant="default" loading={query.isPlaceholderData} onClick={showMore}>
          {limit < MAX_LISTED ? 'Show more teams' : 'See all in the rankings'}
        </Button>
      ) : null}
    </section>
  );
}

function Manager({ wallet }: { wallet: string }) {
  return <span title={wallet}>{useNickname(wallet) ?? shortHex(wallet)}</span>;
}
