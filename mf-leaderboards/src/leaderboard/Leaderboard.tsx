import { useMediaQuery, VisuallyHidden } from '@touchline/ui/base';
import { formatCount, formatPoints } from '@touchline/ui/format';
import type { DisplayRow } from './display-row.ts';
import { LeaderboardCards, type LeaderboardCardsProps } from './LeaderboardCards.tsx';
import { LeaderboardTable, type LeaderboardTableProps } from './LeaderboardTable.tsx';

export interface LeaderboardProps extends Omit<LeaderboardTableProps, 'own'> {
  /** The user's own row, whether among the rows or not. */
  me: DisplayRow | null;
  renderTotal?: LeaderboardCardsProps['renderTotal'];
}

/**
 * One page of a leaderboard: a table, or cards on a phone. Always includes the user's own row, and announces its rank and points to
 * screen readers when they change.
 */
export function Leaderboard({ me, columns, renderTotal, ...list }: LeaderboardProps) {
  const phone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const { rows, ranked } = list;
  const own =
    me && !rows.some(({ participation_id }) => participation_id === me.participation_id) ? me : null;
  return (
    <>
      {phone ? (
        <LeaderboardCards {...list} own={own} renderTotal={renderTotal} />
      ) : (
        <LeaderboardTable {...list} own={own} columns={columns} />
      )}
      <VisuallyHidden aria-live="polite">
        {me && ranked
          ? `You are ranked ${formatCount(me.rank)} with ${formatPoints(me.total_points)} points`
          : ''}
      </VisuallyHidden>
    </>
  );
}
