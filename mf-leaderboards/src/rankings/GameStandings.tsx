import type { Game } from '@touchline/api/http/games';
import { useHost, useWatched } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { Pagination } from '@touchline/ui/data';
import { ErrorState } from '@touchline/ui/ErrorState';
import { RowsSkeleton } from '@touchline/ui/skeletons';
import { useCallback, useEffect } from 'react';
import { Distribution } from './Distribution.tsx';
import { LazyTeamLook } from './LazyTeamLook.tsx';
import classes from './rankings.module.css';
import { leaderboardOf } from './rankings.queries.ts';
import type { RankingsView } from './rankings-view.ts';
import { StandingsFilters } from './StandingsFilters.tsx';
import { StandingsList } from './StandingsList.tsx';
import { StandingsStatus } from './StandingsStatus.tsx';
import { Summary } from './Summary.tsx';
import { standing } from './standing.ts';
import type { ChangeView, LookAt } from './use-rankings-view.ts';

export interface GameStandingsProps {
  game: Game;
  view: RankingsView;
  onChange: ChangeView;
  onLook: LookAt;
}

/** Everything under the game's name: its numbers, the filters, the list and its pages, and the team one looks at. */
export function GameStandings({ game, view, onChange, onLook }: GameStandingsProps) {
  const host = useHost();
  const session = useWatched(host.session);
  const wallet = session.user?.wallet_address.toLowerCase() ?? null;
  const { page, per_page, search, staked_only, sort_by, sort_order } = view;
  const query = useQuery(
    leaderboardOf(host.api, game.id, { page, per_page, search, staked_only, sort_by, sort_order }, wallet),
  );
  const closeLook = useCallback(() => onLook(null), [onLook]);
  const { data, isPlaceholderData: waiting } = query;
  const pages = data ? Math.max(1, Math.ceil(data.total / per_page)) : page;
  // A page that does not exist (any more) is on its way to the last one that does.
  const beyond = !waiting && page > pages;
  useEffect(() => {
    if (beyond) onChange({ page: pages }, { replace: true });
  }, [beyond, pages, onChange]);

  if (!data && query.isError)
    return (
      <ErrorState
        title="Failed to load leaderboard"
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      >
        Your team and its points are safe. Check your connection.
      </ErrorState>
    );
  const rows = data?.leaderboard.map((row) => standing(row, wallet, data.moves)) ?? [];
  const me = data?.me ? standing(data.me, wallet, data.moves) : null;
  const looked = [...rows, ...(me ? [me] : [])].find(
    ({ participation_id }) => participation_id === view.team,
  );
  return (
    <>
      <div className={classes.overview}>
        <Summary summary={data?.summary} />
        <Distribution bars={data?.distribution ?? []} mine={me?.total_points ?? null} />
      </div>
      <StandingsFilters view={view} onChange={onChange} />
      <StandingsStatus
        total={data && !waiting ? data.total : null}
        updatedAt={query.dataUpdatedAt}
        late={query.isError}
      />
      {data && !beyond ? (
        <div className={waiting ? classes.waiting : undefined}>
          <StandingsList rows={rows} me={me} game={game} view={view} onChange={onChange} onLook={onLook} />
        </div>
      ) : (
        <RowsSkeleton rows={10} label="Loading the leaderboard" />
      )}
      {pages > 1 ? (
        <Pagination
          className={classes.pages ?? ''}
          total={pages}
          value={Math.min(page, pages)}
          onChange={(next) => onChange({ page: next })}
          size={44}
          styles={{ control: { fontSize: '1rem' } }}
          siblings={0}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        />
      ) : null}
      <LazyTeamLook game={game} team={view.team} row={looked ?? null} onClose={closeLook} />
    </>
  );
}
