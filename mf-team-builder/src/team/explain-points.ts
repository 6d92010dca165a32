import type { Participation } from '@touchline/api/http/entries';
import { formatCoefficient } from '@touchline/rules/tiers';
import { formatPointsShort } from '@touchline/ui/format';

type Points = Pick<
  Participation,
  'entry_points' | 'current_points' | 'coefficient_applied' | 'earned_points'
>;

/**
 * Explains the earned points, which rank a team, by the points since it joined: "41 since joining x 1.05". Without the coefficient
 * if it does not lead to the earned points: it multiplies positive gameweeks only, and administrators correct points.
 */
export function explainPoints({ entry_points, current_points, ...team }: Points): string {
  const since = current_points - entry_points;
  const product = since * team.coefficient_applied;
  const isProduct = formatPointsShort(product) === formatPointsShort(team.earned_points);
  const factor = isProduct ? ` x ${formatCoefficient(team.coefficient_applied).replace(/x$/, '')}` : '';
  return `${formatPointsShort(since)} since joining${factor}`;
}
