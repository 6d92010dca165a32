import type { Participation } from '@touchline/api/http/entries';
import { formatPointsShort, ordinal } from '@touchline/ui/format';

/** Standing of a team before a match event. */
export type PreviousStanding = Pick<Participation, 'id' | 'rank' | 'earned_points'>;

/** "you are 8th (up 4)", or null while the rank is unknown. Without a previous rank, the movement is left out. */
export function formatStanding(
  { rank }: Pick<Participation, 'rank'>,
  before: PreviousStanding | undefined,
): string | null {
  if (rank === null) return null;
  const up = (before?.rank ?? rank) - rank;
  const moved = up === 0 ? '' : ` (${up > 0 ? 'up' : 'down'} ${Math.abs(up)})`;
  return `you are ${ordinal(rank)}${moved}`;
}

/** "8th · 54 pts", for the title of a background tab. */
export function formatShortStanding({
  rank,
  earned_points,
}: Pick<Participation, 'rank' | 'earned_points'>): string {
  const points = `${formatPointsShort(earned_points)} pts`;
  return rank === null ? points : `${ordinal(rank)} · ${points}`;
}
