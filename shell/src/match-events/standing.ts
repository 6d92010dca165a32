import type { Participation } from '@touchline/api/http/entries';
import { formatPointsShort, ordinal } from '@touchline/ui/format';

/** What was known of a team before a moment. */
export type PreviousStanding = Pick<Participation, 'id' | 'rank' | 'earned_points'>;

/** "you are 8th (up 4)"; null while the rank is not known. Without an earlier rank no movement is shown. */
export function formatStanding(
  { rank }: Pick<Participation, 'rank'>,
  before: PreviousStanding | undefined,
): string | null {
  if (rank === null) return null;
  const up = (before?.rank ?? rank) - rank;
  const moved = up === 0 ? '' : ` (${up > 0 ? 'up' : 'down'} ${Math.abs(up)})`;
  return `you are ${ordinal(rank)}${moved}`;
}

/** "8th · 54 pts", for the title of a tab in the background. */
export function formatShortStanding({
  rank,
  earned_points,
}: Pick<Participation, 'rank' | 'earned_points'>): string {
  const points = `${formatPointsShort(earned_points)} pts`;
  return rank === null ? points : `${ordinal(rank)} · ${points}`;
}
