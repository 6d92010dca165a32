import { useHost } from '@touchline/host/host';
import { hasFirstLoadFailed } from '@touchline/host/load-errors';
import { useQuery } from '@touchline/host/query';
import { Link } from '@touchline/host/router';
import { LoadedAge } from '@touchline/ui/DataAge';
import { formatPoints, plural } from '@touchline/ui/format';
import { LoadFailed } from '../LoadFailed.tsx';
import classes from './MatchCentre.module.css';
import { leadersQuery } from './match-centre.queries.ts';

/** The first five teams of the current gameweek. */
export function Leaders() {
  const query = useQuery(leadersQuery(useHost()));
  const { data, dataUpdatedAt, isRefetchError } = query;
  const provisional = data?.game.settlement === 'FINAL' ? '' : 'provisional ';
  if (data === null || data?.rows.length === 0) return null;
  return (
    <section aria-labelledby="leaders-title">
      <h2 id="leaders-title" className={classes.title}>
        {data ? `${data.game.name}: ${provisional}leaders` : 'Leaders'}
        <Link to={data ? `/rankings?game=${data.game.id}` : '/rankings'}>
          {data ? `All ${plural(data.teams, 'team')}` : 'Rankings'}
        </Link>
      </h2>
      {data ? (
        <LoadedAge what="The leaders" at={dataUpdatedAt} failed={isRefetchError} now={Date.now()} />
      ) : null}
      {hasFirstLoadFailed(query) ? (
        <LoadFailed onRetry={() => void query.refetch()} retrying={query.isFetching}>
          The leaders could not be loaded.
        </LoadFailed>
      ) : (
        <ol className={classes.leaders} aria-busy={!data}>
          {data?.rows.map((row) => (
            <li key={row.participation_id}>
              <b>{row.rank}</b>
              <span>{row.team_name}</span>
              <b>{formatPoints(row.earned_points)}</b>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
