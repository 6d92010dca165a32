import type { Participation } from '@touchline/api/http/entries';
import { useHost } from '@touchline/host/host';
import { hasFirstLoadFailed } from '@touchline/host/load-errors';
import { useQuery } from '@touchline/host/query';
import { useWatchlist } from '@touchline/host/use-watchlist';
import { formatDayTime } from '@touchline/ui/format';
import { useEffect, useMemo, useState } from 'react';
import { type BuilderPlayer, toBuilderPlayers } from '../football/builder-players.ts';
import { getBootstrapQueryOptions } from '../football/football.queries.ts';
import { type Changes, recordVisit } from '../football/player-changes.ts';
import { ChangeList } from '../pool/ChangeList.tsx';

/** Changes of price and availability, since the user last looked, of the players of these teams and of watched players. */
export function MyPlayerChanges({ teams }: { teams: readonly Participation[] }) {
  const { api } = useHost();
  const { codes } = useWatchlist();
  const query = useQuery(getBootstrapQueryOptions(api));
  const { data } = query;
  const players = useMemo(() => data && toBuilderPlayers(data), [data]);
  const [seen, setSeen] = useState<Changes | 'first visit' | null>(null);
  useEffect(() => {
    if (players) setSeen(recordVisit(players, api.now()) ?? 'first visit');
  }, [players, api]);
  if (seen === null)
    return (
      <p role="status">
        {hasFirstLoadFailed(query) ? 'The players could not be loaded. Try again later.' : 'Loading...'}
      </p>
    );
  if (seen === 'first visit') return <p>Changes from now on appear here at your next visit.</p>;
  const own = new Set(teams.flatMap(({ roster_snapshot }) => roster_snapshot.map(({ id }) => id)));
  const isWatched = ({ code }: BuilderPlayer) => codes.has(code);
  const mine = seen.changes.filter(({ player }) => own.has(player.id) || isWatched(player));
  if (mine.length === 0) return <p>Nothing has changed since {formatDayTime(seen.since)}.</p>;
  return (
    <>
      <p>Since your last visit, {formatDayTime(seen.since)}:</p>
      <ChangeList changes={mine} isMarked={isWatched} />
    </>
  );
}
