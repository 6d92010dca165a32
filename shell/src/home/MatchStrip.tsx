import type { Fixture } from '@touchline/api/http/fpl';
import { useHost } from '@touchline/host/host';
import { hasFirstLoadFailed } from '@touchline/host/load-errors';
import { useQuery } from '@touchline/host/query';
import { Link } from '@touchline/host/router';
import { DataAge, describeAge, LoadedAge } from '@touchline/ui/DataAge';
import { formatUpcoming } from '@touchline/ui/format';
import { LiveDot } from '@touchline/ui/LiveDot';
import { LoadFailed } from '../LoadFailed.tsx';
import classes from './MatchCentre.module.css';
import { matchesQuery } from './match-centre.queries.ts';
import type { CurrentGameweek } from './use-current-gameweek.ts';

const isOver = (match: Fixture) => match.finished || match.finished_provisional;
const getSortRank = (match: Fixture) => (isOver(match) ? 2 : match.started ? 0 : 1);
const getKickoff = ({ kickoff_time }: Fixture) =>
  kickoff_time ? Date.parse(kickoff_time) : Number.POSITIVE_INFINITY;

/** The matches of the gameweek in one row: matches in progress first, then upcoming matches, then results. */
export function MatchStrip({ current }: { current: CurrentGameweek }) {
  const host = useHost();
  const query = useQuery(matchesQuery(host, current.gameweek?.id));
  const { data, dataUpdatedAt, isRefetchError } = query;
  const loaded = { what: 'The matches', at: dataUpdatedAt, failed: isRefetchError, now: Date.now() };
  const matches = (data?.fixtures ?? []).toSorted(
    (a, b) => getSortRank(a) - getSortRank(b) || getKickoff(a) - getKickoff(b),
  );
  // Old data cannot tell which matches are in progress now.
  const isOld = data?.stale === true || describeAge(loaded) !== null;
  const live = isOld ? 0 : matches.filter((match) => getSortRank(match) === 0).length;
  return (
    <section aria-labelledby="matches-title">
      <h2 id="matches-title" className={classes.title}>
        {live > 0 ? <LiveDot /> : null}
        {live > 0 ? `${live} live now` : 'Matches'}
        <Link to="/fixtures">All fixtures</Link>
      </h2>
      {data?.stale ? <DataAge updatedAt={data.updated_at} stale now={host.api.now()} /> : null}
      {data && !data.stale ? <LoadedAge {...loaded} /> : null}
      {current.status === 'failed' || hasFirstLoadFailed(query) ? (
        <LoadFailed
          onRetry={() => void (current.gameweek ? query.refetch() : current.retry())}
          retrying={query.isFetching}
        >
          The matches could not be loaded.
        </LoadFailed>
      ) : (
        <Strip matches={matches} clubs={data?.clubs} isOld={isOld} />
      )}
    </section>
  );
}

interface StripProps {
  matches: readonly Fixture[];
  /** Short names of the clubs by id. */
  clubs: ReadonlyMap<number, string> | undefined;
  /** True if the matches in progress are no longer known. */
  isOld: boolean;
}

function Strip({ matches, clubs, isOld }: StripProps) {
  const { now } = useHost().api;
  return (
    // A scrollable list must be reachable by keyboard.
    <ul
      className={classes.strip}
      aria-label="Matches of the gameweek"
      tabIndex={matches.length > 0 ? 0 : undefined}
    >
      {matches.map((match) => (
        <li
          key={match.id}
          className={classes.match}
          data-live={(!isOld && getSortRank(match) === 0) || undefined}
        >
          <b>
            {clubs?.get(match.team_h)}{' '}
            {match.started ? `${match.team_h_score ?? 0}-${match.team_a_score ?? 0}` : 'v'}{' '}
            {clubs?.get(match.team_a)}
          </b>
          <span>{formatState(match, now())}</span>
        </li>
      ))}
    </ul>
  );
}

function formatState(match: Fixture, now: number): string {
  if (isOver(match)) return 'FT';
  if (match.started) return `${match.minutes}'`;
  return match.kickoff_time ? formatUpcoming(match.kickoff_time, now) : 'Postponed';
}
