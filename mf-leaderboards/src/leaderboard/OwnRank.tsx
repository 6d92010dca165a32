import { VisuallyHidden } from '@touchline/ui/base';
import { formatCount, formatPoints } from '@touchline/ui/format';
import type { DisplayRow } from './display-row.ts';

interface OwnRankProps {
  me: DisplayRow | null;
  /** False until a team has points. */
  ranked: boolean;
}

/** Announces the user's rank and points to screen readers when they change. */
export const OwnRank = ({ me, ranked }: OwnRankProps) => (
  <VisuallyHidden aria-live="polite">
    {me && ranked
      ? `You are ranked ${formatCount(me.rank)} with ${formatPoints(me.total_points)} points`
      : ''}
  </VisuallyHidden>
);
