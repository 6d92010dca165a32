import type { Game } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import { hasFirstLoadFailed } from '@touchline/host/load-errors';
import { useQueries } from '@touchline/host/query';
import { Link, useSearchParams } from '@touchline/host/router';
import { useNow } from '@touchline/host/use-now';
import { Button } from '@touchline/ui/base';
import { EmptyState } from '@touchline/ui/EmptyState';
import { ErrorState } from '@touchline/ui/ErrorState';
import { plural } from '@touchline/ui/format';
import { NativeSelect } from '@touchline/ui/forms';
import { IconCheck } from '@touchline/ui/icons';
import { RowsSkeleton } from '@touchline/ui/skeletons';
import { formatEntryFee } from '../game/game.ts';
import { formatGameTime } from '../game/game-times.ts';
import { getOpenGamesQueryOptions } from '../game/games.queries.ts';
import { Seats } from '../game-card/Seats.tsx';
import { PrizeRows } from '../prizes/PrizeRows.tsx';
import { FILTERS, filterGames, ORDERS } from './filter-games.ts';
import classes from './lobby.module.css';

/** All games that are not over, with filters and sorting in the URL. `joined` lists the ids of the user's games. */
export function Lobby({ joined }: { joined: readonly string[] }) {
  const { api } = useHost();
  const now = useNow();
  const [params, setParams] = useSearchParams();
  const lists = useQueries({ queries: [...getOpenGamesQueryOptions(api)] });
  const games = lists.flatMap(({ data }) => data ?? []);
  const shown = filterGames(games, params, now);
  const change = (name: string, value: string) =>
    setParams(
      (current) => {
        const changed = new URLSearchParams(current);
        if (value === '') changed.delete(name);
        else changed.set(name, value);
        return changed;
      },
      { replace: true },
    );
  return (
    <section className={classes.lobby} aria-labelledby="lobby-title">
      <h2 id="lobby-title">All games</h2>
      <div className={classes.filters}>
        {FILTERS.map(({ name, label, all, options }) => (
          <NativeSelect
            key={name}
            label={label}
            data={[{ value: '', label: all }, ...options.map(({ value, label }) => ({ value, label }))]}
            value={params.get(name) ?? ''}
            onChange={(event) => change(name, event.currentTarget.value)}
          />
        ))}
        <NativeSelect
          label="Sort by"
          data={ORDERS.map(({ value, label }) => ({ value, label }))}
          value={params.get('sort') ?? 'start'}
          onChange={(event) => change('sort', event.currentTarget.value)}
        />
      </div>
      {lists.some(hasFirstLoadFailed) ? (
        <ErrorState
          title="Failed to load all games"
          onRetry={() => void Promise.all(lists.map((list) => list.refetch()))}
          retrying={lists.some(({ isFetching }) => isFetching)}
        >
          Your teams are safe. Check your connection and try again.
        </ErrorState>
      ) : lists.some(({ isPending }) => isPending) ? (
        <RowsSkeleton rows={3} height={150} label="Loading all games" />
      ) : (
        <>
          <p role="status" className={classes.count}>
            {plural(shown.length, 'game')}
          </p>
          {games.length === 0 ? (
            <EmptyState title="No games right now">Come back when the next gameweek opens.</EmptyState>
          ) : shown.length === 0 ? (
            <EmptyState
              title="No games match"
              action={<Button onClick={() => setParams({}, { replace: true })}>Show all games</Button>}
            >
              Choose fewer filters, or come back when the next gameweek opens.
            </EmptyState>
          ) : (
            <ul className={classes.list} aria-label="All games">
              {shown.map((game) => (
                <LobbyGame key={game.id} game={game} joined={joined.includes(game.id)} now={now} />
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  );
}

function LobbyGame({ game, joined, now }: { game: Game; joined: boolean; now: number }) {
  const { id, name, start_time } = game;
  const [startLabel, start] = formatGameTime(game, 'start_time', now);
  return (
    <li className={classes.game}>
      <div className={classes.head}>
        <h3>
          <Link to={`/games/${id}`}>{name}</Link>
        </h3>
        {joined ? (
          <span className={classes.joined}>
            <IconCheck size={16} aria-hidden="true" /> Joined
          </span>
        ) : null}
      </div>
      <dl className={classes.facts}>
        <PrizeRows game={game} />
        <div>
          <dt>Entry</dt>
          <dd>{formatEntryFee(game)}</dd>
        </div>
        <div>
          <dt>{startLabel}</dt>
          <dd>
            <time dateTime={start_time}>{start}</time>
          </dd>
        </div>
      </dl>
      <Seats game={game} now={now} />
    </li>
  );
}
