import { Text } from '@touchline/ui/base';
import { EmptyState } from '@touchline/ui/EmptyState';
import { MAX_LISTED } from './player-list.ts';

/** The note below a list of players, shown if there are none or more than listed (BUILD-15). */
export function ListNote({ count }: { count: number }) {
  if (count === 0)
    return <EmptyState title="No players found">Try adjusting your search or filters</EmptyState>;
  if (count <= MAX_LISTED) return null;
  return (
    <Text fz="sm" c="dimmed" ta="center" px={8} py={14}>
      {`Showing ${MAX_LISTED} of ${count} players - Use search or filters to find specific players`}
    </Text>
  );
}
