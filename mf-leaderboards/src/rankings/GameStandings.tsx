import type { Game } from '@touchline/api/http/games';
import { useHost, useWatched } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { Button, useMediaQuery, VisuallyHidden } from '@touchline/ui/base';
import { Pagination } from '@touchline/ui/data';
import { EmptyState } from '@touchline/ui/empty-state';
import { ErrorState } from '@touchline/ui/error-state';
import { RowsSkeleton } from '@touchline/ui/skeletons';
import { useEffect } from 'react';
import classes from './rankings.module.css';
import { leaderboardOf } from './rankings.queries.ts';
import type { RankingsView } from './rankings-view.ts';
import { StandingsCards } from './StandingsCards.tsx';
import { StandingsFilters } from './StandingsFilters.tsx';
import { StandingsTable } from './StandingsTable.tsx';
import { Summary } from './Summary.tsx';
import { formatPoints, type Standing, standing } from './standing.ts';
import type { ChangeView } from './use-rankings-view.ts';

interface GameStandingsProps {
  game: Game;
  view: RankingsView;
  onChange: ChangeView;
}

/** Everything under the game's name: its numbers, the filters, the list and its pages. */
export function GameStandings({ game, view, onChange }: GameStandingsProps) {
  const host = useHost();
  const session = useWatched(host.session);
  const wallet = session.user?.wallet_address.toLowerCase() ?? null;
  const { page, per_page, search, staked_only, sort_by, sort_order } = view;
  const query = useQuery(
    leaderboardOf(host.api, game.id, { page, per_page, search, staked_only, sort_by, sort_order }, wallet),
  );
  const { data } = query;
  const pages = data ? Math.max(1, Math.ceil(data.total / per_page)) : page;
  // A page that does not exist (any more) is on its way to the last one that does.
  const beyond = page > pages;
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
  const rows = data?.leaderboard.map((row) => standing(row, wallet)) ?? [];
  const me = data?.me ? standing(data.me, wallet) : null;
  return (
    <>
      <Summary summary={data?.summary} />
      <StandingsFilters view={view} onChange={onChange} />
      {data && !beyond ? (
        <div className={query.isPlaceholderData ? classes.waiting : undefined}>
          <List rows={rows} me={me} game={game} view={view} onChange={onChange} />
        </div>
      ) : (
        <RowsSkeleton rows={10} label="Loading the leaderboard" />
      )}
      <Foot
        updatedAt={query.dataUpdatedAt}
        late={query.isError}
        page={page}
        pages={pages}
        onPage={(next) => onChange({ page: next })}
      />
    </>
  );
}

interface ListProps extends GameStandingsProps {
  rows: Standing[];
  me: Standing | null;
}

function List({ rows, me, game, view, onChange }: ListProps) {
  const phone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  if (rows.length === 0 && !me) return <Nobody game={game} view={view} onChange={onChange} />;
  const own = me && !rows.some((row) => row.participation_id === me.participation_id) ? me : null;
  return (
    <>
      {rows.length === 0 ? <Nobody game={game} view={view} onChange={onChange} /> : null}
      {phone ? (
        <StandingsCards rows={rows} own={own} />
      ) : (
        <StandingsTable rows={rows} own={own} sorting={view} onChange={onChange} />
      )}
      <VisuallyHidden aria-live="polite">
        {me ? `You are ranked ${me.rank} with ${formatPoints(me.total_points)} points` : ''}
      </VisuallyHidden>
    </>
  );
}

function Nobody({ game, view, onChange }: GameStandingsProps) {
  const { navigate } = useHost();
  if (view.search !== '' || view.staked_only)
    return (
      <EmptyState
        title="No players found"
        action={
          <Button variant="default" onClick={() => onChange({ search: '', staked_only: false })}>
            Clear filters
          </Button>
        }
      >
        Nobody in {game.name} matches.
      </EmptyState>
    );
  const open = game.status === 'UPCOMING' || game.status === 'ACTIVE';
  return (
    <EmptyState
      title="No players found"
      action={open ? <Button onClick={() => navigate('/choose-game')}>Choose a game</Button> : undefined}
    >
      {open ? 'Nobody has joined yet. Be the first on the board.' : 'Nobody joined this game.'}
    </EmptyState>
  );
}

interface FootProps {
  /** Epoch ms by this browser; 0 before the first answer. */
  updatedAt: number;
  /** The last refresh failed. */
  late: boolean;
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

const time = (epochMs: number) => new Date(epochMs).toLocaleTimeString('en-GB');

function Foot({ updatedAt, late, page, pages, onPage }: FootProps) {
  return (
    <div className={classes.foot}>
      {late ? (
        <p className={classes.late} role="status">
          Failed to load leaderboard. These are the standings of {time(updatedAt)}; trying again.
        </p>
      ) : (
        <span className="tl-figures">{updatedAt > 0 ? `Updated ${time(updatedAt)}` : 'Loading'}</span>
      )}
      {pages > 1 ? (
        <Pagination
          total={pages}
          value={Math.min(page, pages)}
          onChange={onPage}
          size={44}
          styles={{ control: { fontSize: '1rem' } }}
          siblings={0}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        />
      ) : null}
    </div>
  );
}
