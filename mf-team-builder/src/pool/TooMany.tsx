import { EmptyState } from '@touchline/ui/EmptyState';
import classes from './PlayerList.module.css';
import { MOST_LISTED } from './player-list.ts';

/** Below a list of players: that there are more, or that there are none (BUILD-15). */
export function TooMany({ count }: { count: number }) {
  if (count === 0)
    return <EmptyState title="No players found">Try adjusting your search or filters</EmptyState>;
  if (count <= MOST_LISTED) return null;
  return (
    <p className={classes.tooMany}>
      {`Showing ${MOST_LISTED} of ${count} players - Use search or filters to find specific players`}
    </p>
  );
}
