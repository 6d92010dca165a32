import type { Game } from '@touchline/api/http/games';
import { Link } from '@touchline/host/router';
import { Badge } from '@touchline/ui/base';
import { formatDate, plural } from '@touchline/ui/format';
import classes from './results.module.css';

/** Finished games without a result: waiting for the review of their points, or cancelled. Renders nothing without one. */
export function UnsettledGames({ games }: { games: readonly Game[] }) {
  if (games.length === 0) return null;
  return (
    <ul className={classes.unsettled} aria-label="Finished games without a result">
      {games.map(({ id, name, status, end_time, current_participants }) => (
        <li key={id} className={classes.head}>
          <span>
            <Link to={`/rankings?game=${id}`}>{name}</Link>{' '}
            <span className={classes.muted}>
              {formatDate(end_time)}, {plural(current_participants, 'team')}
            </span>
          </span>
          {status === 'CANCELLED' ? (
            <Badge color="danger">Cancelled</Badge>
          ) : (
            <Badge color="info">Points in review</Badge>
          )}
        </li>
      ))}
    </ul>
  );
}
