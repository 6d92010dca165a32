import { EmptyState } from '@touchline/ui/EmptyState';
import classes from './PlayerList.module.css';
import { MAX_LISTED } from './player-list.ts';

/** The note below a list of players, shown if there are none or more than listed (BUILD-15). */
export function ListNote({ count }: { count: number }) {
  if (count === 0)
    return <EmptyState title="No players found">Try adjusting your search or filters</EmptyState>;
  if (count <= MAX_LISTED) return null;
  return (
    <p className={classes.note}>
      {`Showing ${MAX_LISTED} of ${count} players - Use search or filters to find specific players`}
    </p>
  );
}
