import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { Link } from '@touchline/host/router';
import { formatPoints, plural } from '@touchline/ui/format';
import { LoadedSection } from '../LoadedSection.tsx';
import classes from './MatchCentre.module.css';
import { leadersQuery } from './match-centre.queries.ts';

/** The first five teams of the current gameweek. */
export function Leaders() {
  const query = useQuery(leadersQuery(useHost()));
  const { data } = query;
  const provisional = data?.game.settlement === 'FINAL' ? '' : 'provisional ';
  if (data === null || data?.rows.length === 0) return null;
  return (
    <LoadedSection
      what="The leaders"
      query={query}
      title={data ? `${data.game.name}: ${provisional}leaders` : 'Leaders'}
      aside={
        <Link to={data ? `/rankings?game=${data.game.id}` : '/rankings'}>
          {data ? `All ${plural(data.teams, 'team')}` : 'Rankings'}
        </Link>
      }
    >
      <ol className={classes.leaders} aria-busy={!data}>
        {data?.rows.map((row) => (
          <li key={row.participation_id}>
            <b>{row.rank}</b>
            <span>{row.team_name}</span>
            <b>{formatPoints(row.earned_points)}</b>
          </li>
        ))}
      </ol>
    </LoadedSection>
  );
}
