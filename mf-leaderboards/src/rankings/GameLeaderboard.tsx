import type { Game } from '@touchline/api/http/games';
import { useHost, useWatched } from '@touchline/host/host';
import { hasFirstLoadFailed } from '@touchline/host/load-errors';
import { useQuery } from '@touchline/host/query';
import { ShareButton } from '@touchline/ui/ShareButton';
import { RowsSkeleton } from '@touchline/ui/skeletons';
import { useEffect } from 'react';
import { LoadFailed } from '../LoadFailed.tsx';
import { type DisplayRow, hasPoints, toDisplayRows } from '../leaderboard/display-row.ts';
import { Pages } from '../leaderboard/Pages.tsx';
import { PrizeLevels } from '../leaderboard/PrizeLevels.tsx';
import { toRowPrizes } from '../leaderboard/row-prize.ts';
import type { ChangeParams, PreviewTeam, RankingsParams } from '../rankings-params.ts';
import { LazyTeamPreview } from '../team-preview/LazyTeamPreview.tsx';
import { useArrived } from '../use-arrived.ts';
import { Distribution } from './Distribution.tsx';
import { LeaderboardFilters } from './LeaderboardFilters.tsx';
import { LeaderboardPage } from './LeaderboardPage.tsx';
import { LeaderboardStatus } from './LeaderboardStatus.tsx';
import classes from './rankings.module.css';
import { leaderboardQuery, prizesQuery } from './rankings.queries.ts';
import { Summary } from './Summary.tsx';

interface GameLeaderboardProps {
  game: Game;
  params: RankingsParams;
  onChange: ChangeParams;
  onPreview: PreviewTeam;
}

const awaitsFirstAttempt = (query: ReturnType<typeof useQuery>) =>
  query.isLoading && query.failureCount === 0 && !hasFirstLoadFailed(query);

/** Leaderboard of one game: summary, filters, one page of rows, distribution and team preview. */
export function GameLeaderboard({ game, params, onChange, onPreview }: GameLeaderboardProps) {
  const host = useHost();
  const wallet = useWatched(host.session).user?.wallet_address.toLowerCase() ?? null;
  const { page, per_page, search, staked_only, sort_by, sort_order } = params;
  const query = useQuery(
    leaderboardQuery(host.api, game.id, { page, per_page, search, staked_only, sort_by, sort_order }, wallet),
  );
  const gamePrizes = useQuery(prizesQuery(host.api, game));
  const [data, isLoading] = [useArrived(query.data), query.isPlaceholderData];
  const pages = data ? Math.max(1, Math.ceil(data.total / per_page)) : page;
  // Goes to the last page if the requested one no longer exists.
  const isPastEnd = !isLoading && page > pages;
  useEffect(() => {
    if (isPastEnd) onChange({ page: pages }, { replace: true });
  }, [isPastEnd, pages, onChange]);

  if (hasFirstLoadFailed(query))
    return (
      <LoadFailed title="Failed to load leaderboard" query={query}>
        Your team and its points are safe. Check your connection.
      </LoadFailed>
    );
  const open = ({ is_current_user, participation_id: id }: DisplayRow) =>
    is_current_user ? host.navigate(`/team-view/${id}`) : onPreview(id, game.id);
  const { rows, me } = toDisplayRows(data, wallet);
  const all = me ? [...rows, me] : rows;
  const ranked = all.some(hasPoints) || (data?.summary.top_score ?? 0) !== 0;
  // Prizes make rows higher, so rows wait for them.
  const awaitsPrizes = ranked && awaitsFirstAttempt(gamePrizes);
  return (
    <>
      <Summary game={game} summary={data?.summary} />
      <LeaderboardFilters params={params} onChange={onChange}>
        <LeaderboardStatus
          total={data && !isLoading ? data.total : null}
          updatedAt={query.dataUpdatedAt}
          late={query.isError}
        />
      </LeaderboardFilters>
      {data && !isPastEnd && !awaitsPrizes ? (
        <div className={isLoading ? classes.loading : undefined}>
          <LeaderboardPage
            game={game}
            rows={rows}
            me={me}
            params={params}
            onChange={onChange}
            onOpen={open}
            ranked={ranked}
            prizes={ranked ? toRowPrizes(gamePrizes.data, params, rows, data) : null}
          />
        </div>
      ) : (
        <RowsSkeleton rows={10} label="Loading the leaderboard" />
      )}
      <Pages pages={pages} page={page} onPage={(to) => onChange({ page: to })} />
      {data ? (
        <Distribution
          bars={data.distribution}
          teams={data.summary.total_players}
          mine={me?.total_points ?? null}
        />
      ) : null}
      <PrizeLevels
        query={gamePrizes}
        teams={data?.summary.total_players ?? null}
        rank={ranked ? (me?.rank ?? null) : null}
      />
      <ShareButton label="Share this leaderboard" title={game.name} path={`/rankings?game=${game.id}`} />
      <LazyTeamPreview
        game={game}
        opened={params.team !== null}
        team={params.team}
        row={all.find(({ participation_id }) => participation_id === params.team) ?? null}
        ranked={ranked}
        mine={me?.participation_id ?? null}
        onClose={() => onPreview(null, game.id)}
      />
    </>
  );
}
